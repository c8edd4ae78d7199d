"""Wicked Pizza's table as text and as SVG."""
