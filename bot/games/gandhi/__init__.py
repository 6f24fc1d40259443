"""Gandhi: what the bot must know about this game. For everything else it asks the engine."""
