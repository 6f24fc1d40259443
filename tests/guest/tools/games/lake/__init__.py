"""What the tools know of the lake game."""
