"""Words: what happened, what is asked, how a game stands. Nothing here knows Discord."""
