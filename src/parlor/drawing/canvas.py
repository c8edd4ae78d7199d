"""A sheet of characters with styles, on which games draw themselves for the terminal."""

from __future__ import annotations


class Canvas:
    """Characters by row and column, each with the codes of its style."""

    def __init__(self) -> None:
        self.rows: dict[int, dict[int, tuple[str, str]]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from this place to the right."""
        for offset, character in enumerate(text):
            self.rows.setdefault(row, {})[column + offset] = character, style

    def rows_of_text(self, colour: bool) -> list[str]:
        """The rows from the first to the last, with their styles if `colour`."""
        return [self._row(self.rows.get(row, {}), colour) for row in range(max(self.rows) + 1)]

    def _row(self, cells: dict[int, tuple[str, str]], colour: bool) -> str:
        line, current = "", ""
        for column in range(max(cells, default=-1) + 1):
            character, style = cells.get(column, (" ", ""))
            if colour and style != current:
                line += f"\x1b[0;{style}m" if style else "\x1b[0m"
                current = style
            line += character
        return line + "\x1b[0m" if current else line.rstrip()
