"""The games, one folder each, with everything that the bot must know about a particular game."""
