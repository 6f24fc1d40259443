"""Chanakya, a rival beyond chapter 8: tries whole turns on imagined games, and takes the one that went best."""
