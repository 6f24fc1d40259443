"""Turn lines as people type them, and the names of spaces and cards in them."""
