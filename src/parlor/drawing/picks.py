"""What a viewer may pick in a drawing, and what it has picked so far."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.view import View


class Picks:
    """The parts of a move that may come next, and those that are picked already."""

    def __init__(self, view: View, picked: Sequence[str], language: str) -> None:
        self.picked = list(picked)
        self.language = language
        self.next = view.legal_moves.parts(picked)
        self.parts = frozenset(self.next)

    def button(self, part: str, label: str, kind: str = "") -> str:
        """The attributes of something that stands for a part: a button if it may be picked now, which a label names."""
        if part in self.parts:
            return button(part, label, f"{kind} pick".lstrip())
        return f' class="{kind}"' if kind else ""


def button(part: str, label: str, kind: str = "pick") -> str:
    """The attributes of a shape that can be clicked and reached by key: it picks a part of a move."""
    return f' class="{kind}" data-part="{part}" role="button" tabindex="0" aria-label="{label}"'
