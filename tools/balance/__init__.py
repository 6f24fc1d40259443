"""Measurements of the automatic players."""
