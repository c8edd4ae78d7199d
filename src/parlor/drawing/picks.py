"""What a viewer may pick in a drawing, and what it has picked so far."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from parlor.core.view import View


class Picks:
    """The parts of a move that may come next, and those that are picked already."""

    def __init__(self, view: View, picked: Sequence[str], language: str) -> None:
        self.picked = list(picked)
        self.language = language
        self.next = view.legal_moves.parts(picked)
        self.parts = frozenset(self.next)

    def button(self, part: str, label: str, kind: str = "") -> str:
        """The attributes of what stands for a part: a button with a label where it may be picked or unpicked."""
        if part in self.picked:
            return pressed(part, label, f"{kind} pick".lstrip())
        if part in self.parts:
            return button(part, label, f"{kind} pick".lstrip())
        return f' class="{kind}"' if kind else ""


def button(part: str, label: str, kind: str = "pick", picks: Sequence[str] = ()) -> str:
    """The attributes of a shape that can be clicked and reached by key: it picks a part of a move.

    `picks` are all the parts that are picked then, where the part does not just follow those that are.
    """
    instead = f" data-picks='{json.dumps(picks, separators=(',', ':'))}'" if picks else ""
    return f' class="{kind}" data-part="{part}"{instead} role="button" tabindex="0" aria-label="{label}"'


def pressed(part: str, label: str, kind: str = "pick picked") -> str:
    """The attributes of a shape whose part of a move is picked: clicked again it is so no longer."""
    return f'{button(part, label, kind)} aria-pressed="true"'


def teller(text: str, kind: str = "") -> str:
    """The attributes of a shape that tells what something means, to a click or by key."""
    return f' class="{f"{kind} tells".lstrip()}" data-tell="" role="button" tabindex="0" aria-label="{escape(text)}"'
