"""The terminal: what is shown and what is typed. Plain text without codes wherever it is not a terminal."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence

try:
    import readline
except ImportError:
    readline = None  # type: ignore[assignment]  # not on every system

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
STYLES = {"bold": "1", "dim": "2", "error": "31", "hint": "36"}


class Screen:
    """Standard input and output, with colour if the terminal has it and nobody asked for none."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdout.isatty()
        self.colour = self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        if sys.stdin.isatty():
            _edit_lines()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return shutil.get_terminal_size()

    def clear(self) -> None:
        """Wipe the screen and what has scrolled off it; away from a terminal, draw a line."""
        print(CLEAR if self.is_terminal else "─" * 40, end="" if self.is_terminal else "\n", flush=True)

    def show(self, text: str = "", style: str = "") -> None:
        """Show a text, wrapped to the width of a terminal; words stay whole, so that paths can be copied."""
        for paragraph in text.split("\n"):
            lines = [paragraph]
            if self.is_terminal:
                indent = " " * (len(paragraph) - len(paragraph.lstrip()))
                wrapper = textwrap.TextWrapper(
                    min(self.size[0], 100), subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
                )
                lines = wrapper.wrap(paragraph) or [""]
            for line in lines:
                print(self.styled(line, style))

    def show_drawing(self, text: str) -> None:
        """Show a text as it is."""
        print(text)

    def show_board(self, sentences: Sequence[str], drawing: str, others: int) -> None:
        """What happened and the board, so that `others` more rows fit: a low terminal has the sentences run on."""
        room = self.size[1] - drawing.count("\n") - 1 - others
        tight = self.is_terminal and len(sentences) > room
        for sentence in [" ".join(sentences)] if tight else sentences:
            self.show(sentence, "dim")
        self.show_drawing(drawing)

    def styled(self, text: str, style: str) -> str:
        """The text with the codes of a style, if there is colour."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and style else text

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """What is typed after the prompt. The end of input is an EOFError."""
        if sys.stdin.isatty():
            _complete_with(completions)
            # Line editing must know which characters take no room.
            prompt = re.sub(r"(\x1b\[[0-9;]*m)", "\x01\\1\x02", prompt)
        return " ".join(input(prompt).split())


def _edit_lines() -> None:
    """Line editing with history and completion, where Python has it."""
    if readline is None:
        return
    readline.parse_and_bind("tab: complete")
    readline.set_completer_delims("")


def _complete_with(words: Sequence[str]) -> None:
    if readline is None:
        return

    def complete(text: str, number: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
