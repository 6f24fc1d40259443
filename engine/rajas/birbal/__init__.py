"""Birbal, who plays the seats that no one takes: it adds up named terms, and always explains them."""
