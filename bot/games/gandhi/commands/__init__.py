"""The slash commands that only Gandhi has, apart from those of Operations and Special Activities (`Orders.actions`)."""
