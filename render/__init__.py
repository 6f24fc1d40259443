"""Pictures of games: (public View, Changes, options) in, image bytes with alt text out. Pillow only.

What any game needs stands here; each game has a folder of its own.
"""
