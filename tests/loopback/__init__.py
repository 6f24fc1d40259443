"""A stand-in for Discord on this machine, and the shipped program running against it."""
