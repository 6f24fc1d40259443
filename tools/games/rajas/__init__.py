"""What the tools know of Rajas of the Ganges."""
