"""The rules: what a position is and how moves change it."""
