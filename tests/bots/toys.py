"""Games of a few moves whose right answers are known."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.mind import Mind
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.outcome import Outcome
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message


class Named(Move):
    def __str__(self) -> str:
        return str(self.code)


MOVES: list[Move] = [Named(code) for code in range(20)]


class Toy(State):
    """A position is the list of all moves so far."""

    def __init__(self, game: Game, made: Sequence[int] = ()) -> None:
        super().__init__(game, 2)
        self.made = list(made)

    def copy(self) -> State:
        return type(self)(self.game, self.made)

    def apply(self, seat: int, move: Move) -> None:
        self.made.append(move.code)

    def options(self) -> list[int]:
        """The moves of whoever is to act."""
        raise NotImplementedError

    def winner(self) -> int:
        """The seat that has won."""
        raise NotImplementedError

    def legal_moves(self, seat: int) -> LegalMoves:
        return MoveList([MOVES[code] for code in self.options()]) if seat in self.to_act else NO_MOVES

    @property
    def outcome(self) -> Outcome | None:
        return None if self.to_act else Outcome([self.winner()], [0, 0], Message("seat.0"))

    def dump(self) -> Data:
        return {"made": list(self.made)}

    def known(self, viewer: int | None) -> Data:
        return self.dump()

    def narrate(self, before: State, seat: int, move: Move) -> list[Event]:
        return [Event("seat.0", seat=seat, move=move.code)]


class ToyGame(Game):
    name = "toy"
    seat_counts = (2,)

    def __init__(self, state: type[Toy]) -> None:
        self.state = state

    def start(self, seats: int, options: Data) -> State:
        return self.state(self)

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        return self.state(self, view.data["made"])


class Corridor(Toy):
    """Seat 0 goes on and on, and wins."""

    LENGTH = 400

    @property
    def to_act(self) -> tuple[int, ...]:
        return (0,) if len(self.made) < self.LENGTH else ()

    def options(self) -> list[int]:
        return [1]

    def winner(self) -> int:
        return 0


class Heap(Toy):
    """Take one, two or three of thirteen; whoever takes the last wins: leave a multiple of four."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return (len(self.made) % 2,) if sum(self.made) < 13 else ()

    def options(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= 13 - sum(self.made)]

    def winner(self) -> int:
        return (len(self.made) + 1) % 2


class Together(Toy):
    """Both choose at once; `wins` has the seat that wins each cell, -1 for both."""

    wins: tuple[tuple[int, ...], ...]

    def __init__(self, game: Game, made: Sequence[int] = ()) -> None:
        super().__init__(game, made or [-1, -1])

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if self.made[seat] < 0)

    def options(self) -> list[int]:
        return list(range(len(self.wins)))

    def apply(self, seat: int, move: Move) -> None:
        self.made[seat] = move.code

    def winner(self) -> int:
        return self.wins[self.made[0]][self.made[1]]

    @property
    def outcome(self) -> Outcome | None:
        if self.to_act:
            return None
        winner = self.winner()
        return Outcome([0, 1] if winner < 0 else [winner], [0, 0], Message("seat.0"))

    def known(self, viewer: int | None) -> Data:
        return {"made": [made if viewer in (seat, ALL) else -1 for seat, made in enumerate(self.made)]}


class Pennies(Together):
    wins = ((0, 1), (1, 0))


class Scissors(Together):
    wins = ((-1, 1, 0), (0, -1, 1), (1, 0, -1))


class Lopsided(Together):
    """Cells worth 1 and 0, and a sure half: the first choice is right two times of three, for both."""

    wins = ((-1, 0), (0, 1))


class Lottery(Toy):
    """Seat 0 takes a ticket: 1 wins once in four, 2 three times in four."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return ((0,), (CHANCE,), ())[len(self.made)]

    def options(self) -> list[int]:
        return [1, 2]

    def chance(self) -> list[tuple[Move, int]]:
        return [(MOVES[0], 1), (MOVES[1], 3)] if self.made[0] == 2 else [(MOVES[0], 3), (MOVES[1], 1)]

    def winner(self) -> int:
        return 0 if self.made[1] == 1 else 1


class Guess(Toy):
    """A card of three is dealt to seat 1 alone; seat 0 may pass and lose half the time, or guess it to win."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return ((0,), (CHANCE,), (0,), ())[len(self.made)]

    def options(self) -> list[int]:
        return [0] if not self.made else [1, 2, 3]

    def chance(self) -> list[tuple[Move, int]]:
        return [(MOVES[code], 1) for code in (1, 2, 3)]

    def winner(self) -> int:
        return 0 if self.made[2] == self.made[1] else 1

    def narrate(self, before: State, seat: int, move: Move) -> list[Event]:
        sees = [1] if seat == CHANCE else None
        return [Event("seat.0", seats=sees, seat=seat, move=move.code)]


class Weather(Toy):
    """Seat 0 plants 1 or 2, which grows a little better, and seat 1 answers; the weather, unknown, counts more."""

    weather = 0.0

    @property
    def to_act(self) -> tuple[int, ...]:
        return (len(self.made) % 2,)

    def options(self) -> list[int]:
        return [1, 2]


class WeatherMind(Mind):
    def evaluate(self, state: State, rng: Rng) -> list[float]:
        assert isinstance(state, Weather)
        # Judged only on the turn of seat 0, once all have done what looks best to them for a round or two.
        assert state.made[1:] in ([1], [1, 1, 1])
        value = 0.1 + 0.7 * state.weather + (0.02 if state.made[0] == 2 else 0.0)
        return [value, 1 - value]

    def in_rounds(self, view: View) -> bool:
        return True


class Orchard(Weather):
    """Of eight trees the last one looks worst by far, and is the best."""

    def options(self) -> list[int]:
        return list(range(1, 9))


class OrchardMind(WeatherMind):
    def priors(self, state: State, seat: int) -> list[tuple[Move, float]]:
        assert isinstance(state, Weather)
        return [(MOVES[code], 0.5**code) for code in state.options()]

    def evaluate(self, state: State, rng: Rng) -> list[float]:
        assert isinstance(state, Weather)
        value = 0.2 + 0.7 * state.weather if state.made[0] == 8 else 0.1 + 0.7 * state.weather
        return [value, 1 - value]


class WeatherGame(ToyGame):
    mind = WeatherMind()

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        state = self.state(self, view.data["made"])
        assert isinstance(state, Weather)
        state.weather = rng.random()
        return state


class OrchardGame(WeatherGame):
    mind = OrchardMind()
