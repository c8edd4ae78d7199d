"""What can be picked on the counter of New York Slice, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from parlor.core.view import View
from parlor.drawing.picks import Picks
from parlor.games.new_york_slice.box import Components
from parlor.games.new_york_slice.rules.divisions import portions_cut
from parlor.games.new_york_slice.telling.names import said, slice_name, type_name


class SlicePicks(Picks):
    """What may be picked next, what is picked, and how both are said."""

    def __init__(self, view: View, picked: Sequence[str], components: Components, language: str) -> None:
        super().__init__(view, picked, language)
        if picked and not self.next:
            # The move is whole: its last part can be changed for another.
            self.next = view.legal_moves.parts(self.picked[:-1])
            self.parts = frozenset(self.next)
        self.components = components
        self.phase: str = view.data["phase"]
        self.menu = bool(self.parts) and self.phase in ("attach", "seconds")
        self.runs = portions_cut(view.data, picked)
        """The portions that the cuts made so far would give, from two on."""

    def marks(self, part: str, kind: str) -> str:
        """The class of something that stands for a part: whether it is picked, and whether it can be."""
        return f' class="{kind}{" picked" * (part in self.picked)}{" open" * (part in self.parts)}"'

    def label(self, part: str, slices: Sequence[str] = (), special: str = "") -> str:
        """What picking a part does, and what lies there."""
        return _label(self.phase, part, tuple(slices), special, self.language)

    def name(self, number: str) -> str:
        """What a type is called."""
        return escape(type_name(self.components, int(number), self.language))


@lru_cache(4096)
def _label(phase: str, part: str, slices: tuple[str, ...], special: str, language: str) -> str:
    params: dict[str, str] = {}
    kind, _, what = part.partition(" ")
    if phase == "divide":
        kind = "alone" if part == "+" else "with" if part.endswith("+") else "slice"
        params = {"slices": part.rstrip("+"), "last": part.split("|")[0], "first": part.split("|")[-1]}
    elif phase == "eat" and part != "done":
        kind = "mystery" if part == "m" else "collected" if part[0] == "c" else "eat"
        params = {"slice": part.lstrip("c")}
    elif what:
        params = {"what": what, "slice": what.split()[0], "portion": what.split()[-1]}
    label = said(f"pick.{kind}", language, **params)
    if slices or special:
        held = [slice_name(text, language) for text in slices]
        held += [said(f"special.{special}", language)] if special else []
        label = said("pick.there", language, label=label, held=held)
    return escape(label)
