"""What is known about playing Pizza Theory well."""
