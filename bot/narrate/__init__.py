"""Tables, finished games, seasons, settings and rules as text. Nothing here knows Discord.

`bot.discord` and `bot.web` show these texts, whose sentences come from `bot.language`.
"""
