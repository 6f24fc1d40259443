"""Who sits where: opening tables, taking, leaving, replacing and watching, being away."""
