"""What people type: one-line orders, and the names of spaces and cards in them."""
