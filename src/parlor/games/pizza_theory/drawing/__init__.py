"""The pizza as text and as SVG."""
