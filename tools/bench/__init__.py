"""Measurements of speed, load and clicks."""
