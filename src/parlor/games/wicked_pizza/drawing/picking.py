"""What a viewer may pick in a drawing, and what it has picked so far."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.view import View
from parlor.games.wicked_pizza.drawing.cards import words
from parlor.games.wicked_pizza.telling.names import card_name


class Picking:
    """A view that is being drawn: with the parts of a move that may come next, in a language."""

    def __init__(self, view: View, picked: Sequence[str], language: str) -> None:
        self.view = view
        self.data = view.data
        self.picked = list(picked)
        self.language = language
        self.next = view.legal_moves.parts(picked)
        self.parts = frozenset(self.next)
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
            said = self.words(label, **params)
            return f' class="pick" data-part="{part}" role="button" tabindex="0" aria-label="{said}"'
        return ' class="picked"' if part in self.picked else ""
