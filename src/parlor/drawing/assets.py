"""The styles and symbols of a game's drawings: files of their own, so that a drawing program can open them."""

from __future__ import annotations

from pathlib import Path


class Assets:
    """What `board.css` and `symbols.svg` in a folder hold."""

    def __init__(self, folder: Path, more: str = "") -> None:
        """`more` are symbols made by code from those in the file."""
        style = (folder / "board.css").read_text(encoding="utf-8").replace("\n", "")
        symbols = (folder / "symbols.svg").read_text(encoding="utf-8").replace("\n", "")
        definitions = symbols[symbols.index("<defs>") : symbols.index("</defs>")]
        self.text = f"<style>{style}</style>{definitions}{more}</defs>"
        """As they stand at the beginning of a drawing; a page holds them once."""
