"""New York Slice as a Game: its options (NYS 7), and the way to its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.options import Option
from parlor.core.outcome import Outcome
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, add_catalogues, add_family
from parlor.games.new_york_slice.box import SPECIALS
from parlor.games.new_york_slice.drawing.board import svg
from parlor.games.new_york_slice.drawing.text import text
from parlor.games.new_york_slice.mind.judge import portion_worths
from parlor.games.new_york_slice.mind.mind import SliceMind
from parlor.games.new_york_slice.rules.moves import SliceMove
from parlor.games.new_york_slice.rules.notation import EXAMPLES, parse_move
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.versions import new_state
from parlor.games.new_york_slice.telling.components import checked_specials, components_of, inventory, read_components
from parlor.games.new_york_slice.telling.events import narrate
from parlor.games.new_york_slice.telling.knowledge import SliceWorlds, known
from parlor.games.new_york_slice.telling.names import helping_name, points, run_name, said, slice_name, slices_eaten
from parlor.games.new_york_slice.telling.position import dump, load, special_set
from parlor.games.new_york_slice.telling.questions import ask, refusal
from parlor.games.new_york_slice.telling.wording import step, wording

PHASES = {
    "start": "setup",
    **dict.fromkeys(("special", "deal"), "round"),
    "divide": "divide",
    **dict.fromkeys(("dibs", "cut", "sneak"), "windows"),
    "take": "choose",
    **dict.fromkeys(("mystery", "eat"), "eat"),
    "attach": "supreme",
    **dict.fromkeys(("seconds", "scoring"), "end"),
}
"""The chapter of the rules for each phase."""

add_catalogues(Path(__file__).parent / "words")
add_family("new-york-slice.points", points)
add_family("new-york-slice.slices-eaten", slices_eaten)
add_family("new-york-slice.slice", slice_name)
add_family("new-york-slice.run", run_name)
add_family("new-york-slice.helping", helping_name)


class NewYorkSlice(Game):
    """I cut, you choose, for two to six."""

    name = "new-york-slice"
    rules = 2
    mind = SliceMind()
    move_examples = EXAMPLES
    seat_counts = (2, 3, 4, 5, 6)
    chapters = ("goal", "slices", "setup", "round", "divide", "choose", "eat", "supreme", "windows", "end", "ties")
    options = (
        Option("first", None, range(6)),
        Option("components", None, file=True),
        Option("specials", None, many=SPECIALS, words="new-york-slice.special"),
    )

    def checked_options(self, seats: int, options: Mapping[str, Any]) -> Data:
        """The options with the defaults filled in; a file of components by its content."""
        checked = super().checked_options(seats, options)
        checked["components"] = read_components(checked["components"])
        components_of(checked["components"])
        checked["specials"] = checked_specials(checked["specials"])
        return checked

    def start(self, seats: int, options: Data) -> State:
        """Before the first Slicer is drawn, or the first round if it is fixed who slices."""
        state = new_state(self, seats, components_of(options["components"]), special_set(options["specials"]))
        if options["first"] is not None:
            state.begin(options["first"])
        return state

    def rematch(self, options: Data, outcome: Outcome, rng: Rng) -> Data:
        """The winner slices first, one of them after a shared win (NYS 2.3)."""
        winners = outcome.winners
        return {**options, "first": winners[rng.below(len(winners))] if winners else None}

    def restore(self, data: Data) -> State:
        """The position that a dump describes."""
        return load(self, data)

    def read_move(self, text: str) -> Move | None:
        """The move that is written so."""
        return parse_move(text)

    def dump(self, state: State) -> Data:
        """The position as plain data."""
        assert isinstance(state, SliceState)
        return dump(state)

    def known(self, state: State, viewer: int | None) -> Data:
        """What the viewer knows of the position."""
        assert isinstance(state, SliceState)
        return known(state, viewer)

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        """What happened."""
        assert isinstance(before, SliceState)
        assert isinstance(after, SliceState)
        assert isinstance(move, SliceMove)
        return narrate(before, after, seat, move)

    def refusal(self, state: State, seat: int, move: Move) -> Message:
        """Why a move is not legal."""
        assert isinstance(state, SliceState)
        return refusal(state, seat, move)

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """A position that the viewer cannot tell from the true one."""
        return SliceWorlds(view).sample(rng)

    def inventory(self, language: str = "en") -> str:
        """The table of the slices, with a mark where a value is uncertain."""
        return inventory(None, language)

    def ranks(self, outcome: Outcome) -> list[tuple[int, ...]]:
        """By points; slices eaten break a tie (NYS 5.7)."""
        assert outcome.details is not None
        return list(zip(outcome.scores, outcome.details["eaten"], strict=True))

    def legend(self, language: str = "en") -> list[tuple[str, str]]:
        """The Specials by their whole text."""
        return [(said(f"special.{name}", language), said(f"whole.{name}", language)) for name in SPECIALS]

    def chapter(self, view: View) -> str:
        """By the phase."""
        return PHASES[view.data["phase"]]

    def text(self, view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
        """The table for the terminal."""
        return text(view, language, colour)

    def draw(self, view: View, picked: Sequence[str] = (), language: str = "en") -> str:
        """The counter as SVG, as the viewer sees it."""
        return svg(view, picked, portion_worths(view, picked) if view.helps else [], language)

    def wording(self, view: View, text: str, picked: Sequence[str] = ()) -> Message | None:
        """A move of the viewer, or a part of one, in words."""
        return wording(view, text)

    def step(self, view: View, picked: Sequence[str]) -> Message:
        """What is asked once these parts are picked."""
        return step(view, picked)

    def ask(self, view: View) -> Message:
        """What a viewer with a choice is asked to do."""
        return ask(view)


class FirstNewYorkSlice(NewYorkSlice):
    """The same under version 1 of the rules: see `FirstState`."""

    rules = 1
    superseded = True
    older = ()


NewYorkSlice.older = (FirstNewYorkSlice(),)
NEW_YORK_SLICE = NewYorkSlice()
