"""Wicked Pizza as a Game: its options (WP 1, 2.2, 3.1), and the way to its parts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.options import Option
from parlor.core.outcome import Outcome
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, add_catalogues, add_family, say
from parlor.games.wicked_pizza.box import INGREDIENTS, full_deck, pizza_cards
from parlor.games.wicked_pizza.drawing.board import svg
from parlor.games.wicked_pizza.drawing.example import example
from parlor.games.wicked_pizza.drawing.text import text
from parlor.games.wicked_pizza.mind.mind import WickedMind
from parlor.games.wicked_pizza.rules.lattice import EMPTY
from parlor.games.wicked_pizza.rules.moves import WickedMove
from parlor.games.wicked_pizza.rules.notation import EXAMPLES, parse
from parlor.games.wicked_pizza.rules.places import LARGEST_TABLE
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import begin, set_up
from parlor.games.wicked_pizza.telling.events import narrate
from parlor.games.wicked_pizza.telling.knowledge import WickedWorlds, known
from parlor.games.wicked_pizza.telling.names import bonus_cards, card_name, lays, part_name, pizza_name, you_lay
from parlor.games.wicked_pizza.telling.position import dump, load
from parlor.games.wicked_pizza.telling.questions import ask, refusal
from parlor.games.wicked_pizza.telling.wording import wording

WORDS = (*INGREDIENTS, "draw2", "top", "wild", "cheese", "bonus")
"""What the legend explains, in this order."""
PHASES = {
    **dict.fromkeys(("first", "deal"), "setup"),
    **dict.fromkeys(("play", "draw"), "turn"),
    "pizza": "pizzas",
    "over": "end",
    **dict.fromkeys(("newt", "look", "spiders", "toads", "steal", "rats"), "abilities"),
}
"""The chapter of the rules for each phase."""

add_catalogues(Path(__file__).parent / "words")
add_family("wicked-pizza.bonus-cards", bonus_cards)
add_family("wicked-pizza.card", card_name)
add_family("wicked-pizza.lays", lays)
add_family("wicked-pizza.part", part_name)
add_family("wicked-pizza.sections", pizza_name)
add_family("wicked-pizza.you-lay", you_lay)


class WickedPizza(Game):
    """Card laying on half-cells with abilities and spells, for two to four."""

    name = "wicked-pizza"
    rules = 1
    mind = WickedMind()
    move_examples = EXAMPLES
    seat_counts = (2, 3, 4)
    chapters = ("goal", "cards", "setup", "turn", "laying", "pizzas", "abilities", "bonus", "spells", "stuck", "end")
    figures = (("pizzas", "pizzas"),)
    options = (
        Option("first", None, range(4)),
        Option("table", LARGEST_TABLE, range(4, LARGEST_TABLE + 1, 2)),
        Option("cards", None),
    )

    def start(self, seats: int, options: Data) -> State:
        """The Start card on the table, and all other cards in the pile."""
        cards = pizza_cards(options["cards"])
        state = WickedState(self, seats, options["table"], cards, EMPTY[options["table"]])
        set_up(state, full_deck(cards))
        if options["first"] is not None:
            begin(state, options["first"])
        return state

    def restore(self, data: Data) -> State:
        """The position that a dump describes."""
        return load(self, data)

    def read_move(self, text: str) -> Move | None:
        """The move that is written so."""
        return parse(text)

    def dump(self, state: State) -> Data:
        """The position as plain data."""
        assert isinstance(state, WickedState)
        return dump(state)

    def known(self, state: State, viewer: int | None) -> Data:
        """What the viewer knows of the position."""
        assert isinstance(state, WickedState)
        return known(state, viewer)

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        """What happened."""
        assert isinstance(before, WickedState)
        assert isinstance(after, WickedState)
        assert isinstance(move, WickedMove)
        return narrate(before, after, seat, move)

    def refusal(self, state: State, seat: int, move: Move) -> Message:
        """Why a move is not legal."""
        assert isinstance(state, WickedState)
        return refusal(state, move)

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """A position that the viewer cannot tell from the true one."""
        return WickedWorlds(view).sample(rng)

    def ask(self, view: View) -> Message:
        """What a viewer with a choice is asked to do."""
        return ask(view)

    def ranks(self, outcome: Outcome) -> list[tuple[int, ...]]:
        """By points; Bonus cards break a tie (WP 7)."""
        assert outcome.details is not None
        return list(zip(outcome.scores, outcome.details["bonus"], strict=True))

    def wording(self, view: View, text: str, picked: Sequence[str] = ()) -> Message | None:
        """A move or a part of one in the words of the log."""
        return wording(view, text, picked)

    def legend(self, language: str = "en") -> list[tuple[str, str]]:
        """What abilities, spells and Bonus cards do."""
        return [
            (say(Message(f"{self.name}.word.{word}"), language), say(Message(f"{self.name}.meaning.{word}"), language))
            for word in WORDS
        ]

    def chapter(self, view: View) -> str:
        """By the phase; whoever can play no card is stuck, and a spell may have something played."""
        if view.data["phase"] != "play":
            return PHASES[view.data["phase"]]
        if view.data["taken"] is not None:
            return "spells"
        moves = view.legal_moves
        return "stuck" if len(moves) and str(moves[0]).startswith(("discard", "pass")) else PHASES["play"]

    def figure(self, name: str, language: str = "en") -> str:
        """The three kinds of pizzas."""
        return example()

    def text(self, view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
        """The table in use, the seats and the viewer's hand; spots are numbered once a card and its turn are picked."""
        return text(view, language, colour, picked)

    def draw(self, view: View, picked: Sequence[str] = (), language: str = "en") -> str:
        """The table as SVG, as the viewer sees it."""
        return svg(view, picked, language)


WICKED_PIZZA = WickedPizza()
