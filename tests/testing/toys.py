"""Secret Recipe with one thing wrong at a time: the kit must tell each from the right one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from parlor.core.chance import Rng
from parlor.core.errors import BadPosition
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import LegalMoves, Move, MoveList
from parlor.core.options import Option
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message
from tests.testing.secret_recipe import CARDS, HEATS, MOVES, Bakes, RecipeState, SecretRecipe, check


def toy(wrong: type[State]) -> Game:
    """Secret Recipe with other rules."""
    game: Game = type("Toy", (SecretRecipe,), {"state": wrong})()
    return game


def of_another_position(view: View, data: Data) -> View:
    """A view that no position gives."""
    return View(view.game, view.seat, view.to_act, view.outcome, data)


class ShowsDeck(SecretRecipe):
    """Every view tells how many olives are left in the bag."""

    def known(self, state: State, viewer: int | None) -> Data:
        assert isinstance(state, RecipeState)
        out = [card for hand in state.hands for card in hand]
        return {**super().known(state, viewer), "olives": CARDS["olive"] - out.count("olive")}


class ShowsHeat(SecretRecipe):
    """Sealed heats are not replaced in a spectator's view."""

    def known(self, state: State, viewer: int | None) -> Data:
        assert isinstance(state, RecipeState)
        data = super().known(state, viewer)
        return {**data, "heats": list(state.heats)} if viewer is None else data


class TellsHeat(SecretRecipe):
    """The event of a sealed choice carries what was chosen."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        events = super().narrate(before, after, seat, move)
        if events[0].id == "secret-recipe.heat":
            events[0].instead = Event("secret-recipe.sealed", seat=seat, hint=events[0].params["heat"] % 2)
        return events


class TellsCard(SecretRecipe):
    """Everybody hears which card was dealt, but views know nothing of it."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        events = super().narrate(before, after, seat, move)
        if events[0].id == "secret-recipe.deal":
            events[0].seats = None
        return events


class HandsAreShared(RecipeState):
    """A copy has the same list of hands."""

    def copy(self) -> State:
        other = super().copy()
        assert isinstance(other, RecipeState)
        other.hands = self.hands
        return other


class EndsEarly(RecipeState):
    """There is an outcome while the last seat has yet to serve."""

    @property
    def outcome(self) -> Outcome | None:
        if None not in self.baked:
            return Outcome([0], [0] * self.seats, Message("secret-recipe.outcome.burnt"))
        return super().outcome


class BakesAnything(RecipeState):
    """A seat may bake a card that it does not hold."""

    def check(self, seat: int, move: Move) -> None:
        if not (self.may_bake(seat) and str(move).startswith("bake")):
            super().check(seat, move)

    def may_bake(self, seat: int) -> bool:
        return isinstance(super().legal_moves(seat), Bakes)

    def apply(self, seat: int, move: Move) -> None:
        if not self.may_bake(seat) or move in self.legal_moves(seat):
            super().apply(seat, move)


class RefusesLast(RecipeState):
    """The highest heat is listed as legal but refused."""

    def check(self, seat: int, move: Move) -> None:
        super().check(seat, MOVES["serve olive"] if str(move) == "heat 3" else move)


class ChangesOnRefusal(SecretRecipe):
    """A refused move costs the seat its heat."""

    def refusal(self, state: State, seat: int, move: Move) -> Message:
        assert isinstance(state, RecipeState)
        state.heats[seat] = 0
        return super().refusal(state, seat, move)


class WeighsNothing(RecipeState):
    """A card that is out is still an outcome of chance, with weight 0."""

    def chance(self) -> list[tuple[Move, int]]:
        found = dict(super().chance())
        return [(move, found.get(move, 0)) for move in list(MOVES.values())[:3]] if found else []


class OrderMatters(RecipeState):
    """Whoever chooses last gets one heat more."""

    def apply(self, seat: int, move: Move) -> None:
        super().apply(seat, move)
        if str(move).startswith("heat") and 0 not in self.heats:
            self.heats[seat] += 1


class CountsWrongly(RecipeState):
    """There is one more legal move than there is."""

    def legal_moves(self, seat: int) -> LegalMoves:
        moves = super().legal_moves(seat)
        return Longer(moves.cards) if isinstance(moves, Bakes) else moves


class Longer(Bakes):
    def __len__(self) -> int:
        return super().__len__() + 1

    def __getitem__(self, index: int) -> Move:
        return super().__getitem__(index % super().__len__())


class PartsGoAstray(RecipeState):
    """Parts offer every card, not only those in the hand."""

    def legal_moves(self, seat: int) -> LegalMoves:
        moves = super().legal_moves(seat)
        return Astray(moves.cards) if isinstance(moves, Bakes) else moves


class Astray(Bakes):
    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        return super().parts(picked) if picked else list(CARDS)


class PartsMissOne(RecipeState):
    """Parts know only the left half."""

    def legal_moves(self, seat: int) -> LegalMoves:
        moves = super().legal_moves(seat)
        return OnlyLeft(moves.cards) if isinstance(moves, Bakes) else moves


class OnlyLeft(Bakes):
    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        return super().parts(picked)[:1] if len(picked) == 1 else super().parts(picked)


class ActsOutOfTurn(RecipeState):
    """A seat that has chosen its heat may choose again while others do."""

    def legal_moves(self, seat: int) -> LegalMoves:
        if seat >= 0 and 0 in self.heats and self.dealt == 2 * self.seats:
            return MoveList([MOVES[f"heat {heat}"] for heat in HEATS])
        return super().legal_moves(seat)


class NamesAnotherActor(RecipeState):
    """Chance is the actor, whoever is to act."""

    @property
    def actor(self) -> int:
        return CHANCE


class CopiesAll(RecipeState):
    """A copy keeps what a dump may leave out."""

    def copy(self) -> State:
        other = super().copy()
        assert isinstance(other, RecipeState)
        other.heats = list(self.heats)
        return other


class DumpForgets(SecretRecipe):
    """A dump leaves out what was heated."""

    state = CopiesAll

    def dump(self, state: State) -> Data:
        return {**super().dump(state), "heats": [0] * state.seats}


class DumpIsNotPlain(SecretRecipe):
    """A dump holds a tuple, which JSON does not know."""

    def dump(self, state: State) -> Data:
        data = super().dump(state)
        return {**data, "heats": tuple(data["heats"])}


class ApplyDiffers(RecipeState):
    """`play` does something that `apply` does not."""

    def play(self, seat: int, move: Move) -> list[Event]:
        events = super().play(seat, move)
        self.heats = [min(heat, 2) for heat in self.heats]
        return events


class SaysNothing(SecretRecipe):
    """An event that no catalogue has."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        return [*super().narrate(before, after, seat, move), Event("secret-recipe.silence")]


class SpeaksOfYouAsOfOthers(SecretRecipe):
    """Who has chosen is told so as everybody else is."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        events = super().narrate(before, after, seat, move)
        return [one.instead if one.id == "secret-recipe.heat" and one.instead else one for one in events]


class StrikesYouAsOthers(SecretRecipe):
    """Whom something befalls is told so as everybody else is: a sentence of the core has no form for them."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        return [*super().narrate(before, after, seat, move), Event("deal.early", missing=(seat + 1) % after.seats)]


class LacksParameter(SecretRecipe):
    """An event without what its sentence needs."""

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        return [*super().narrate(before, after, seat, move), Event("secret-recipe.card")]


class PlayoutDiffers(RecipeState):
    """Playouts are drawn from something else than the seed."""

    seeds = itertools.count()

    def playout(self, rng: Rng) -> None:
        super().playout(Rng(next(self.seeds)))


class PlayoutStops(RecipeState):
    """Playouts make a single move."""

    def playout(self, rng: Rng) -> None:
        if self.to_act == (CHANCE,):
            self.apply(CHANCE, self.chance()[0][0])


class ReadsWrongly(SecretRecipe):
    """Left and right are confused when a move is read."""

    def read_move(self, text: str) -> Move | None:
        return super().read_move(text.replace("left", "right"))


class ReadsEverything(SecretRecipe):
    """Nonsense is taken for a move."""

    def read_move(self, text: str) -> Move | None:
        return MOVES.get(text, MOVES["heat 1"])


class SamplesOtherHand(SecretRecipe):
    """A sample deals the viewer's own hand anew."""

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        check(view.data, self.seat_counts, hidden=[None])
        data = {**view.data, "hands": [None] * view.data["seats"]}
        return super().sample(of_another_position(view, data), rng, reopen=reopen)


class NeverReopens(SecretRecipe):
    """A sample fixes sealed choices even if it should reopen them."""

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        return super().sample(view, rng, reopen=False)


class DealsKindsAlike(SecretRecipe):
    """A sample takes basil as often as an olive, though there are three olives."""

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        for _ in range(rng.below(3)):
            state = super().sample(view, rng, reopen=reopen)
            if isinstance(state, RecipeState) and any("basil" in hand for hand in state.hands):
                return state
        return super().sample(view, rng, reopen=reopen)


class IgnoresWhatWasBaked(SecretRecipe):
    """A sample draws the hidden cards from what is left, as if a baked card told nothing of the other one."""

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        data = view.data
        check(data, self.seat_counts, hidden=[None])
        seats = data["seats"]
        laid = [place.split()[0] for place in [*data["baked"], *data["served"]] if place]
        shown = laid + [card for hand in data["hands"] if hand is not None for card in hand]
        bag = [card for card, number in CARDS.items() for _ in range(number - shown.count(card))]
        hands = []
        for seat, hand in enumerate(data["hands"]):
            gone = [places[seat] is not None for places in (data["baked"], data["served"])]
            size = (data["dealt"] + seats - 1 - seat) // seats - sum(gone)
            hands.append(sorted(bag.pop(rng.below(len(bag))) for _ in range(size)) if hand is None else hand)
        position = {**data, "hands": hands}
        return super().sample(of_another_position(view, position), rng, reopen=reopen)


class StumblesOverDumps(SecretRecipe):
    """Hands are taken for lists before anybody has looked."""

    def restore(self, data: Data) -> State:
        return super().restore({**data, "hands": [[*hand] for hand in data["hands"]]})


class StumblesOverViews(SecretRecipe):
    """Hands are taken for lists, or none, before anybody has looked."""

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        hands = [None if hand is None else [*hand] for hand in view.data["hands"]]
        return super().sample(of_another_position(view, {**view.data, "hands": hands}), rng, reopen=reopen)


class WalksAlong(SecretRecipe):
    """A number that is none is looked for one by one, among a great many."""

    def restore(self, data: Data) -> State:
        if data.get("dealt") not in range(10**7):
            raise BadPosition("position.data", found="another number")
        return super().restore(data)


class LoadsAnything(SecretRecipe):
    """Whatever is in a dump is taken for a position."""

    def restore(self, data: Data) -> State:
        return RecipeState(self, data)


class StumblesOverOptions(SecretRecipe):
    """An option is not checked before it is used."""

    options = (Option("spice", 0),)

    def start(self, seats: int, options: Data) -> State:
        return super().start(seats, {"spice": options["spice"] + 1})
