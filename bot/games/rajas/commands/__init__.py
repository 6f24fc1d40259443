"""The slash commands that only Rajas of the Ganges has."""
