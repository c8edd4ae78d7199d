"""The table of New York Slice as pictures."""
