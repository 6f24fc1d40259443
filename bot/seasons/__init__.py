"""Seasons of a club: who meets whom with which seat, what the results are worth, and how strong people are."""
