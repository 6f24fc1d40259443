"""Pictures of games, drawn with Pillow: public View, Changes, options in, image bytes with alt text out.

The parts for any game are here, and in ``page`` a whole game as an HTML page; each game has its own folder.
"""
