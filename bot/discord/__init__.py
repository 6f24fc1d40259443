"""Code that uses Discord: commands, buttons, forms and panels, and the sending of messages and pictures.

The commands and buttons are in `features`, the public messages in `delivery`. `bot.client` connects them to Discord.
"""
