"""5.0 Events: their steps as data, and the one interpreter that executes them."""
