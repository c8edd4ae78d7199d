"""What a viewer may pick on a table of Wicked Pizza, with the words of its drawing.

Of a move that is whole, whatever could stand in the place of its parts is still offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.picks import Picks, button, pressed
from parlor.games.wicked_pizza.telling.names import card_name
from parlor.games.wicked_pizza.telling.wording import wording


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
        self.turns = view.legal_moves.parts(self.picked[:1]) if picked else []
        """The ways round in which the picked card may be laid; none if it is not to be laid."""
        if picked and not self.turns:
            self.next = view.legal_moves.parts()
            self.parts = frozenset(self.next)

    def words(self, name: str, **params: object) -> str:
        """What the drawing says, ready to stand in it."""
        return words(name, self.language, **params)

    def asks(self, name: str, **params: object) -> str:
        """What the drawing says of somebody."""
        return self.said(Message(f"wicked-pizza.drawing.{name}", **params))

    def said(self, message: Message) -> str:
        """A message, ready to stand in the drawing."""
        return escape(say(message, self.language, self.view.names))

    def name(self, card: str) -> str:
        """What people call a card."""
        return card_name(card, self.language)

    def wording(self, part: str) -> str:
        """A part of a move in words, ready to stand in the drawing."""
        said = wording(self.view, part, self.picked)
        assert said is not None
        return self.said(said)

    def pick(self, part: str, label: str = "", **params: object) -> str:
        """The attributes of something that stands for a part of a move: it may be picked now, or is picked."""
        if part not in self.parts and part not in self.picked:
            return ""
        said = self.words(label, **params) if label else self.wording(part)
        return pressed(part, said) if part in self.picked else button(part, said)

    def refuses(self, move: str) -> str:
        """The attribute of what looks as if it could be picked: the move that it stands for, which is not legal."""
        return f' data-no="{move}"' if self.acting else ""
