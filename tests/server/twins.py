"""Two tables that one viewer cannot tell apart, played side by side: what it is sent must be the same."""

from __future__ import annotations

import secrets
import time

from parlor.core.chance import Rng, Seed
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import Event, seen_by
from parlor.server.about import About, digest, kept
from parlor.server.hosted import Hosted
from parlor.server.store import New
from parlor.table import Chair, Seating, Table, is_forced

from .house import Home, Visitor

TRIES = 50


def seen(events: list[Event], viewer: int | None) -> list[Data]:
    return [event.dump() for event in seen_by(events, viewer)]


class Twin:
    """One of the two tables, with a visitor on every seat and one who looks on."""

    def __init__(self, house: Home, game: Game, lines: list[Data], seats: int) -> None:
        self.house = house
        self.id = secrets.token_urlsafe(9)
        self.tokens = [secrets.token_urlsafe(24) for _ in range(seats)]
        self.secrets = {*self.tokens, *map(digest, self.tokens)}
        self.about = About(
            game=game.name,
            rules=game.rules,
            options=game.checked_options(seats, {}),
            seed=Seed().secret,
            created=time.time(),
        )
        chairs = [Chair("human", holder=digest(token), came=True) for token in self.tokens]
        self.kept = kept(self.about, Seating(tuple(chairs)))
        self.lines = lines
        self.at: dict[int | None, Visitor] = {}
        self.hosted: Hosted

    async def open(self) -> None:
        await self.house.server.hosting.store.create(New(self.id, self.kept, self.lines, False, time.time()))
        for seat, token in enumerate(self.tokens):
            self.at[seat] = await self.house.visit(self.id, token)
        self.at[None] = await self.house.visit(self.id)
        self.hosted = await self.house.server.hosting.find(self.id)
        self.use(self.hosted.table.seed)

    @property
    def table(self) -> Table:
        return self.hosted.table

    def use(self, seed: Seed) -> None:
        """Draw from this seed from now on."""
        self.secrets.add(seed.secret)
        self.table.seed = seed

    def foresee(self, seat: int, move: Move, seed: Seed) -> list[Event]:
        """What a play would lead to if chance followed this seed."""
        state = self.table.state.copy()
        line = len(self.table.record.lines) + 1
        state.check(seat, move)
        events = state.play(seat, move)
        while to_act := state.to_act:
            line += 1
            if to_act == (CHANCE,):
                events += state.play(CHANCE, seed.draw(line, state.chance()))
                continue
            forced = _next_by_itself(state)
            if forced is None:
                break
            events += state.play(forced, state.legal_moves(forced)[0])
        return events

    async def play(self, seat: int, move: Move) -> Data:
        """Play through the socket of the seat, until the viewer, too, has been told."""
        answer = await self.at[seat].ask("play", seat=seat, move=str(move), line=self.table.opened(seat) or 0)
        assert answer["type"] == "ok", answer
        return answer

    async def texts(self, viewer: int | None) -> list[str]:
        """All that the viewer was sent, as if both tables had one name and one commitment."""
        visitor = self.at[viewer]
        line = len(self.table.record.lines)
        await visitor.until(lambda frame: frame["about"]["line"] >= line)
        commitment = self.table.record.commitment
        found = [text.replace(self.id, "TABLE").replace(commitment, "COMMITMENT") for text in visitor.texts]
        visitor.texts.clear()
        return found


def openings(game: Game, seats: int, viewer: int | None, rng: Rng) -> tuple[list[Data], list[Data]]:
    """What happens before the first decision at two tables, different where the viewer cannot tell."""
    first, second = game.new(seats=seats), game.new(seats=seats)
    lines: tuple[list[Data], list[Data]] = ([], [])
    while True:
        seat = _next_by_itself(first)
        if seat is None or seat != _next_by_itself(second):
            break
        if seat == CHANCE:
            move = rng.weighted(first.chance())
            others = [other for other, _ in second.chance()]
        else:
            move = first.legal_moves(seat)[0]
            others = list(second.legal_moves(seat))
        # Few differences: the more there are, the sooner the viewer sees one.
        if move in others and rng.below(4):
            others = [move]
        other = _alike(first.copy().play(seat, move), second, seat, others, viewer, rng)
        if other is None:
            break
        for state, played, written in ((first, move, lines[0]), (second, other, lines[1])):
            state.apply(seat, played)
            what = {"chance": str(played)} if seat == CHANCE else {"seat": seat, "play": str(played)}
            written.append({"line": len(written) + 1, **what})
    if _next_by_itself(first) is None and _next_by_itself(second) is None:
        return lines
    return openings(game, seats, viewer, rng)


def _next_by_itself(state: State) -> int | None:
    """Chance, or the seat that has no choice, if the table would play it."""
    if state.to_act == (CHANCE,):
        return CHANCE
    return next((seat for seat in state.to_act if is_forced(state, seat)), None)


def _alike(
    events: list[Event], state: State, seat: int, moves: list[Move], viewer: int | None, rng: Rng
) -> Move | None:
    """One of these moves that the viewer sees as it saw the others' events."""
    expected = seen(events, viewer)
    start = rng.below(len(moves))
    for move in moves[start:] + moves[:start]:
        if seen(state.copy().play(seat, move), viewer) == expected:
            return move
    return None


def twin_play(first: Twin, second: Twin, viewer: int | None, rng: Rng) -> tuple[int, Move, Move] | None:
    """A play of the first table and one of the second that look the same to the viewer, with all that follows."""
    seat = first.table.to_act[rng.below(len(first.table.to_act))]
    if seat not in second.table.to_act:
        return None
    moves, others = first.table.state.legal_moves(seat), second.table.state.legal_moves(seat)
    for attempt in range(TRIES):
        if attempt % 10 == 0:
            move = moves[rng.below(len(moves))]
            expected = seen(first.foresee(seat, move, first.table.seed), viewer)
        other = move if seat == viewer or attempt % 3 else others[rng.below(len(others))]
        if other not in others:
            continue
        # The same draws as at the first table are often alike, and others now and then.
        seed = Seed(f"twin-{rng.below(1 << 28)}") if attempt % 2 else first.table.seed
        if seen(second.foresee(seat, other, seed), viewer) == expected:
            second.use(seed)
            return seat, move, other
    return None
