"""Secret Recipe: a tiny card game with everything that makes games hard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlor.core.chance import Rng
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, expect, list_in, one_of
from parlor.core.game import Game
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.outcome import Outcome
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, add_catalogues

add_catalogues(Path(__file__).parent / "words")

CARDS = {"olive": 3, "pepper": 2, "basil": 1}
VALUES = {"olive": 1, "pepper": 2, "basil": 3}
HALVES = ("left", "right")
HEATS = (1, 2, 3)
HAND = 2
BAKED = [f"{card} {half}" for card in CARDS for half in HALVES]
TRIES = 1000


class RecipeMove(Move):
    """A move is its text; the code numbers the texts."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code)
        self.text = text

    def __str__(self) -> str:
        return self.text


TEXTS = [
    *(f"deal {card}" for card in CARDS),
    *(f"heat {heat}" for heat in HEATS),
    *(f"bake {card} {half}" for card in CARDS for half in HALVES),
    *(f"serve {card}" for card in CARDS),
]
MOVES: dict[str, Move] = {text: RecipeMove(code, text) for code, text in enumerate(TEXTS)}


class Bakes(LegalMoves):
    """Any card of the hand on either half: chosen in two parts, listed only when somebody asks."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.cards = sorted(set(hand))

    def __len__(self) -> int:
        return len(self.cards) * len(HALVES)

    def __getitem__(self, index: int) -> Move:
        return MOVES[f"bake {self.cards[index // len(HALVES)]} {HALVES[index % len(HALVES)]}"]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """First a card, then a half."""
        return [self.cards, list(HALVES), []][len(picked)]

    def whole(self, picked: Sequence[str]) -> Move:
        """The move of a card and a half."""
        return MOVES[f"bake {' '.join(picked)}"]


class RecipeState(State):
    """Hands, the heats, and what was baked and served; lists have a place for every seat."""

    def __init__(self, game: Game, data: Data) -> None:
        super().__init__(game, data["seats"])
        self.dealt: int = data["dealt"]
        self.hands: list[list[str]] = [list(hand) for hand in data["hands"]]
        self.heats: list[int] = list(data["heats"])
        self.baked: list[str | None] = list(data["baked"])
        self.served: list[str | None] = list(data["served"])

    def copy(self) -> State:
        """An independent position like this one."""
        return type(self)(self.game, self.dump())

    @property
    def to_act(self) -> tuple[int, ...]:
        """Chance deals, all heat at once, then each in turn bakes, and at last serves."""
        if self.dealt < HAND * self.seats:
            return (CHANCE,)
        if 0 in self.heats:
            return tuple(seat for seat in range(self.seats) if self.heats[seat] == 0)
        for places in (self.baked, self.served):
            if None in places:
                return (places.index(None),)
        return ()

    def chance(self) -> list[tuple[Move, int]]:
        """Every kind of card by how many are left: the deck is a bag without an order."""
        if self.to_act != (CHANCE,):
            return []
        out = [card for hand in self.hands for card in hand]
        left = {card: number - out.count(card) for card, number in CARDS.items()}
        return [(MOVES[f"deal {card}"], number) for card, number in left.items() if number]

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now; serving is forced, for one card is left."""
        if seat < 0 or seat not in self.to_act:
            return NO_MOVES
        if self.heats[seat] == 0:
            return MoveList([MOVES[f"heat {heat}"] for heat in HEATS])
        if self.baked[seat] is None:
            return Bakes(self.hands[seat])
        return MoveList([MOVES[f"serve {self.hands[seat][0]}"]])

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        kind, what, *half = str(move).split()
        if kind == "deal":
            hand = self.hands[self.dealt % self.seats]
            hand.append(what)
            hand.sort()
            self.dealt += 1
        elif kind == "heat":
            self.heats[seat] = int(what)
        else:
            self.hands[seat].remove(what)
            places = self.baked if kind == "bake" else self.served
            places[seat] = " ".join([what, *half])

    @property
    def outcome(self) -> Outcome | None:
        """The best recipe wins; if all heats are the same, the pizza burns."""
        if self.to_act:
            return None
        scores = [self.score(seat) for seat in range(self.seats)]
        if len(set(self.heats)) == 1:
            return Outcome([], scores, Message("secret-recipe.outcome.burnt"))
        winners = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        return Outcome(winners, scores, Message("secret-recipe.outcome.best", winners=winners))

    def score(self, seat: int) -> int:
        """The heat and both cards: what is baked counts double on the left, what is served otherwise."""
        baked, half = str(self.baked[seat]).split()
        twice = baked if half == "left" else str(self.served[seat])
        return self.heats[seat] + VALUES[baked] + VALUES[str(self.served[seat])] + VALUES[twice]


class SecretRecipe(Game):
    """A card baked, a card served, and a heat that nobody else should choose."""

    name = "secret-recipe"
    seat_counts = (2, 3)
    move_examples = ("heat 2", "bake olive left")
    state: Any = RecipeState

    def start(self, seats: int, options: Data) -> State:
        """Nothing is dealt yet."""
        nothing = [None] * seats
        hands: list[list[str]] = [[] for _ in range(seats)]
        return self.restore(
            {"seats": seats, "dealt": 0, "hands": hands, "heats": [0] * seats, "baked": nothing, "served": nothing}
        )

    def dump(self, state: State) -> Data:
        """The position as plain data."""
        assert isinstance(state, RecipeState)
        return {
            "seats": state.seats,
            "dealt": state.dealt,
            "hands": [list(hand) for hand in state.hands],
            "heats": list(state.heats),
            "baked": list(state.baked),
            "served": list(state.served),
        }

    def restore(self, data: Data) -> State:
        """The position that a dump describes."""
        check(data, self.seat_counts)
        state: State = self.state(self, data)
        return state

    def read_move(self, text: str) -> Move | None:
        """The move that is written so."""
        return MOVES.get(text)

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        """What happened; cards and sealed heats only to those who may know."""
        assert isinstance(before, RecipeState)
        assert isinstance(after, RecipeState)
        kind, what, *half = str(move).split()
        if kind == "deal":
            owner = before.dealt % before.seats
            unseen = Event("secret-recipe.card", seat=owner)
            return [Event("secret-recipe.deal", seats=[owner], instead=unseen, seat=owner, card=what)]
        if kind == "heat":
            sealed = Event("secret-recipe.sealed", seat=seat)
            events = [Event("secret-recipe.heat", seats=[seat], instead=sealed, seat=seat, heat=int(what))]
            return events if 0 in after.heats else [*events, Event("secret-recipe.reveal", heats=list(after.heats))]
        if kind == "bake":
            return [Event("secret-recipe.bake", seat=seat, card=what, half=half[0])]
        events = [Event("secret-recipe.serve", seat=seat, card=what)]
        return events if after.outcome is None else [*events, Event("secret-recipe.over", reason=after.outcome.reason)]

    def known(self, state: State, viewer: int | None) -> Data:
        """The position without the others' hands and sealed heats."""
        assert isinstance(state, RecipeState)
        data = self.dump(state)
        if viewer != ALL:
            data["hands"] = [hand if seat == viewer else None for seat, hand in enumerate(state.hands)]
            if 0 in state.heats:
                data["heats"] = [heat if seat == viewer or heat == 0 else None for seat, heat in enumerate(state.heats)]
        return data

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """Deal until the cards fit what was seen, and heat as others may have done."""
        data = view.data
        check(data, self.seat_counts, hidden=[None])
        hands = next((dealt for _ in range(TRIES) if (dealt := deal(data, rng)) is not None), None)
        if hands is None:
            raise BadPosition("position.view", game=self.name)
        unsealed = [rng.below(len(HEATS)) + 1 if not reopen else 0 for _ in data["heats"]]
        heats = [other if heat is None else heat for heat, other in zip(data["heats"], unsealed, strict=True)]
        return self.restore({**data, "hands": hands, "heats": heats})


def deal(data: Data, rng: Rng) -> list[list[str]] | None:
    """Random cards for the hands that the view does not show; None if somebody had to have another card."""
    bag = [card for card, number in CARDS.items() for _ in range(number)]
    laid = [
        [str(place).split()[0] for place in places if place]
        for places in zip(data["baked"], data["served"], strict=True)
    ]
    for hand, out in zip(data["hands"], laid, strict=True):
        for card in [*hand, *out] if hand is not None else ():
            bag.remove(card)
    hands = []
    for seat, hand in enumerate(data["hands"]):
        if hand is None:
            size = (data["dealt"] + data["seats"] - 1 - seat) // data["seats"]
            hand = [bag.pop(rng.below(len(bag))) for _ in range(size)]
            for card in laid[seat]:
                if card not in hand:
                    return None
                hand.remove(card)
        hands.append(sorted(hand))
    return hands


def check(data: Data, seat_counts: Sequence[int], hidden: Sequence[None] = ()) -> None:
    """Refuse what is no position; in a view, `hidden` may stand for a hand or a heat."""
    seats = one_of(data, "seats", seat_counts)
    dealt = one_of(data, "dealt", range(HAND * seats + 1))
    hands, heats, baked, served = (list_in(data, field, seats) for field in ("hands", "heats", "baked", "served"))
    cards: list[str] = []
    for seat in range(seats):
        expect("heats", heats[seat], [*hidden, 0, *HEATS])
        places = [expect("baked", baked[seat], [None, *BAKED]), expect("served", served[seat], [None, *CARDS])]
        cards += [place.split()[0] for place in places if place is not None]
        if hands[seat] not in hidden:
            size = (dealt + seats - 1 - seat) // seats - HAND + places.count(None)
            cards += [expect("hands", card, list(CARDS)) for card in list_in({"hands": hands[seat]}, "hands", size)]
    for card, number in CARDS.items():
        if cards.count(card) > number:
            raise BadPosition("position.field", field="hands", value=card, allowed=f"{card} × {number}")


GAME = SecretRecipe()
