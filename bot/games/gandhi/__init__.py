"""Gandhi: what the bot must know of it by name. All else it asks the engine."""
