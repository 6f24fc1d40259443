"""What the bot knows of the lake game."""
