"""The web pages: the public page of a table, the private one to play on, the board inside Discord, and seasons.

Notifications in browsers are here too. Nothing here uses discord.py; Discord's side is in `bot.discord`.
"""
