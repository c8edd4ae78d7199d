"""The rules of Wicked Pizza."""
