"""The rules of the lake game, and what each seat knows of it."""
