"""The games, one folder each: everything that the bot must know of a game by name."""
