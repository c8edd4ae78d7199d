"""Tables in PostgreSQL, for whoever has outgrown a file."""
