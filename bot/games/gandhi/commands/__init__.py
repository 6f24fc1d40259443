"""The slash commands that only Gandhi has. Those of its Operations and Special Activities follow from its actions."""
