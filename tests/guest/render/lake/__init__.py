"""The pictures of the lake game."""
