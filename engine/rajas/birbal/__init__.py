"""Birbal, who plays the seats that nobody takes: named terms, added up, and always said."""
