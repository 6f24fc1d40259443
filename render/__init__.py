"""Pictures of games: (public View, Changes, options) in, image bytes with alt text out. Pillow only.

The parts for any game are here; each game has its own folder.
"""
