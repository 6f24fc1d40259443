"""What the tools know of Gandhi."""
