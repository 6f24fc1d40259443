"""Seasons of a club: pairings with seats, points for results, and ratings of people."""
