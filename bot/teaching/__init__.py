"""Lessons for any game: a small position in which somebody plays by the real panel, with a word for each step."""
