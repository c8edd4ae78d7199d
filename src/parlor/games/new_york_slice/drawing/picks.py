"""What can be picked on the counter of New York Slice, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.picks import Picks
from parlor.games.new_york_slice.box import Components
from parlor.games.new_york_slice.rules.divisions import portions_cut
from parlor.games.new_york_slice.telling.names import type_name
from parlor.games.new_york_slice.telling.wording import wording


class SlicePicks(Picks):
    """What may be picked next, what is picked, and how both are said."""

    def __init__(self, view: View, picked: Sequence[str], components: Components, language: str) -> None:
        super().__init__(view, picked, language)
        if picked and not self.next:
            # The move is whole: its last part can be changed for another.
            self.next = view.legal_moves.parts(self.picked[:-1])
            self.parts = frozenset(self.next)
        self.view = view
        self.components = components
        self.phase: str = view.data["phase"]
        self.menu = bool(self.parts) and self.phase in ("attach", "seconds")
        self.runs = portions_cut(view.data, picked)
        """The portions that the cuts made so far would give, from two on."""

    def marks(self, part: str, kind: str) -> str:
        """The class of something that stands for a part: whether it is picked, and whether it can be."""
        return f' class="{kind}{" picked" * (part in self.picked)}{" open" * (part in self.parts)}"'

    def label(self, part: str) -> str:
        """What picking a part does, ready to stand in a drawing."""
        message = wording(self.view, part)
        if message is None:
            return ""
        params = [(key, tuple(value) if isinstance(value, list) else value) for key, value in message.params.items()]
        return _label(message.id, tuple(params), self.language)

    def name(self, number: str) -> str:
        """What a type is called."""
        return escape(type_name(self.components, int(number), self.language))


@lru_cache(4096)
def _label(id: str, params: tuple[tuple[str, object], ...], language: str) -> str:
    return escape(say(Message(id, **dict(params)), language))
