"""Rajas of the Ganges at the tables of the bot."""
