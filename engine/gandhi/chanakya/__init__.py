"""Chanakya, an opponent beyond chapter 8: it tries whole turns on imagined games and takes the best one."""
