"""Fuzzers, invariants, comparisons, counts of the decision tree, and checks of what people and Discord receive."""
