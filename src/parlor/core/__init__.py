"""The protocol that every game speaks, and what it stands on."""
