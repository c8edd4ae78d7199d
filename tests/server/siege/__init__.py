"""A server under siege: what strangers send that no server should have to read, and whoever sends it."""
