"""The web pages of tables: the public view of a game, and a private page to play it on. They do not know Discord."""
