"""What is known about playing New York Slice well."""
