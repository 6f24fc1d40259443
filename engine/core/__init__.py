"""What any turn-based game needs: decisions, the driver, dice and records. It knows no particular game."""
