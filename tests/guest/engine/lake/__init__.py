"""The rules of the lake game."""
