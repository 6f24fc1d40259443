"""Birbal, who plays the seats that no one takes: named terms, added up, and always said."""
