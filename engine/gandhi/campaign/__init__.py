"""6.0 Campaign Rounds: a function for each phase, and the Crisis, which may also begin in a turn."""
