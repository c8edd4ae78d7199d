"""What the drawings of all games share."""
