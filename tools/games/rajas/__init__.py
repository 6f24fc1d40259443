"""Parts of the tools for Rajas of the Ganges."""
