"""3.0 Operations of each Faction, a file for each longer paragraph."""
