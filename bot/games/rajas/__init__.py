"""Rajas of the Ganges at the tables of the bot: everything about this game that the bot does not ask the engine."""
