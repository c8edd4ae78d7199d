"""What is told of a position: as data, to each seat, in words."""
