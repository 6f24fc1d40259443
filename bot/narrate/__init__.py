"""Words: what happened, what is asked, the state of a game. Nothing here knows Discord."""
