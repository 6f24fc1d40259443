"""Turn lines and positions as people type them, the names of cards in them, and the usual answers of a click."""
