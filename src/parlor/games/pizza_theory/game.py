"""Pizza Theory as a Game: its options (PT 7), and the way to its parts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.options import Option
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, add_catalogues, say
from parlor.games.pizza_theory.box import COLOURS
from parlor.games.pizza_theory.drawing.board import svg
from parlor.games.pizza_theory.drawing.example import EXAMPLE, after, before
from parlor.games.pizza_theory.drawing.reveal import explanation, scenes
from parlor.games.pizza_theory.drawing.text import bottom_station, text
from parlor.games.pizza_theory.mind.mind import PizzaMind
from parlor.games.pizza_theory.rules.moves import BY_TEXT, PizzaMove
from parlor.games.pizza_theory.rules.state import PizzaState
from parlor.games.pizza_theory.telling.events import narrate
from parlor.games.pizza_theory.telling.knowledge import colour_of, known, sample
from parlor.games.pizza_theory.telling.names import wording
from parlor.games.pizza_theory.telling.position import dump, load
from parlor.games.pizza_theory.telling.questions import ask, refusal

WORDS = ("station", "line", "slice", "majority", "safe", "unselected", "sixteen")
"""What the legend explains, in this order."""
PHASES = {"start": "setup", "add": "add", "roll": "two", "put": "two", "cut": "cut", "over": "end"}
"""The chapter of the rules for each phase."""

add_catalogues(Path(__file__).parent / "words")


class PizzaTheory(Game):
    """Secret cuts on a shared pizza, for two or three."""

    name = "pizza-theory"
    rules = 1
    mind = PizzaMind()
    move_examples = ("add c4", "put c4", "cut 5", "pass")
    seat_counts = (2, 3)
    chapters = ("goal", "setup", "add", "cut", "replace", "example", "turn", "end", "two")
    figures = (("example", "cuts"), ("example", "replaced"))
    options = (
        Option("edition", "en", ("en", "fr")),
        Option("first", None, range(3)),
        Option("round_limit", 200, range(10**6)),
        Option(
            "unselected",
            2,
            range(3),
            seats=(2,),
            aliases={name: index for index, name in enumerate(COLOURS)},
            words="pizza-theory.colour",
        ),
    )

    def start(self, seats: int, options: Data) -> State:
        """The empty pizza, or the set-up one if it is fixed who starts."""
        state = PizzaState(self, seats, options["edition"], options["round_limit"], options.get("unselected", -1))
        if options["first"] is not None:
            state.begin(state.colour_of(options["first"]))
        return state

    def restore(self, data: Data) -> State:
        """The position that a dump describes."""
        return load(self, data)

    def read_move(self, text: str) -> Move | None:
        """The move that is written so."""
        return BY_TEXT.get(" ".join(text.split()))

    def dump(self, state: State) -> Data:
        """The position as plain data."""
        assert isinstance(state, PizzaState)
        return dump(state)

    def known(self, state: State, viewer: int | None) -> Data:
        """What the viewer knows of the position."""
        assert isinstance(state, PizzaState)
        return known(state, viewer)

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        """What happened."""
        assert isinstance(before, PizzaState)
        assert isinstance(after, PizzaState)
        assert isinstance(move, PizzaMove)
        return narrate(before, after, seat, move)

    def refusal(self, state: State, seat: int, move: Move) -> Message:
        """Why a move is not legal."""
        assert isinstance(state, PizzaState)
        return refusal(state, seat, move)

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """A position that the viewer cannot tell from the true one."""
        return sample(view, rng, reopen)

    def ask(self, view: View) -> Message:
        """What a viewer with a choice is asked to do."""
        return ask(view)

    def wording(self, view: View, text: str, picked: Sequence[str] = ()) -> Message | None:
        """A space by its column and place, as the viewer sees them."""
        return wording(text, bottom_station(view))

    def seat_name(self, view: View, seat: int) -> Message:
        """A seat is called by its colour."""
        return Message(f"pizza-theory.colour.{COLOURS[colour_of(view.data, seat)]}")

    def legend(self, language: str = "en") -> list[tuple[str, str]]:
        """What the words of the rules mean."""
        return [
            (say(Message(f"{self.name}.word.{word}"), language), say(Message(f"{self.name}.meaning.{word}"), language))
            for word in WORDS
        ]

    def chapter(self, view: View) -> str:
        """By the phase."""
        return PHASES[view.data["phase"]]

    def figure(self, name: str, language: str = "en") -> str:
        """The worked example of the rulebook, before and after."""
        state = self.load(EXAMPLE)
        events = state.play(2, self.parse_move("cut 4"))
        return (before if name == "cuts" else after)(state.view(None), events, language)

    def text(self, view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
        """The pizza as the viewer sees it, with its own station at the bottom."""
        return text(view, language, colour)

    def draw(self, view: View, picked: Sequence[str] = (), language: str = "en") -> str:
        """The pizza as SVG, as the viewer sees it."""
        return svg(view, picked, language)

    def scenes(self, view: View, events: Sequence[Event], language: str = "en") -> list[tuple[str, str]]:
        """The reveal of the cuts with their slices, and the toppings that changed."""
        return scenes(view, events, language)

    def explanation(self, view: View, events: Sequence[Event], language: str = "en") -> tuple[list[str], str] | None:
        """What each slice of a reveal holds, and what follows from it."""
        return explanation(view, events, language)


PIZZA_THEORY = PizzaTheory()
