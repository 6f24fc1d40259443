"""Decisions, the driver, dice and records for any turn-based game. Nothing here knows a particular game."""
