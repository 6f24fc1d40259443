"""The table service: what is decided, kept and told at a table, without Discord. Its door is `bot.service.tables`."""
