"""What is known about playing Wicked Pizza well."""
