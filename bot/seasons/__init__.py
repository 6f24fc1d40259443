"""Seasons of a club: pairings with seats, points for results, and ratings of people.

`service` has what people can do, `advancing` what happens by itself.
"""
