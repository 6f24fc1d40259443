"""Code that uses Discord: commands, buttons and forms, the panels, and the way of messages and pictures to people.

The features are in `features`, the public messages in `delivery`. The client that connects all this is `bot.client`.
"""
