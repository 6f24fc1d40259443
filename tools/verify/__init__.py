"""Fuzzers, invariants, comparisons and recorded games."""
