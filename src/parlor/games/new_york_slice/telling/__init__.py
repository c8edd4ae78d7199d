"""Positions of New York Slice for others: as data, by who knows what, in words."""
