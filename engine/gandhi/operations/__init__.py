"""3.0 Operations: what each Faction does in its turn, a file for each paragraph that is worth one."""
