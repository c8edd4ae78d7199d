"""What a viewer may pick on a table of Wicked Pizza, with the words of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.picks import Picks, button
from parlor.games.wicked_pizza.telling.names import card_name


@lru_cache(4096)
def words(name: str, language: str, **params: Any) -> str:
    """What the drawing says, ready to stand in it."""
    return escape(say(Message(f"wicked-pizza.drawing.{name}", **params), language))


class WickedPicks(Picks):
    """A view that is being drawn: with the parts of a move that may come next, in a language."""

    def __init__(self, view: View, picked: Sequence[str], language: str) -> None:
        super().__init__(view, picked, language)
        self.view = view
        self.data = view.data
        self.seated = view.seat is not None and view.seat >= 0
        self.acting = view.seat in view.to_act

    def words(self, name: str, **params: object) -> str:
        """What the drawing says, ready to stand in it."""
        return words(name, self.language, **params)

    def name(self, card: str) -> str:
        """What people call a card."""
        return card_name(card, self.language)

    def pick(self, part: str, label: str, **params: object) -> str:
        """The attributes of something that stands for a part of a move: it may be picked now, or is picked."""
        if part in self.parts:
            return button(part, self.words(label, **params))
        return ' class="picked"' if part in self.picked else ""
