"""The rules of New York Slice: positions, moves, what moves cause, and scoring."""
