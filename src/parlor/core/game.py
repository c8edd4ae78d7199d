"""The protocol that every game speaks: Game, State, Move, View and Outcome.

Compiled, so that search calls a game at the speed of C; games written in plain Python subclass it all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, ClassVar, Final
from zlib import crc32

from parlor.core.chance import Rng
from parlor.core.errors import BadMove, BadOption, BadPosition, IllegalMove
from parlor.core.native import i64, mypyc_attr
from parlor.core.words import Event, Message

CHANCE: Final = -1
"""The seat that draws cards and rolls dice."""

ALL: Final = -2
"""The viewer who sees the full truth."""

NOBODY: Final = -2
TOGETHER: Final = -3
"""Who acts where it is neither one seat nor chance: nobody once the game is over, or several seats together."""

# Which part of the range of a judgement makes a move e times as likely to be looked at.
PRIOR_CARE: Final = 0.1

Data = dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """One choice of a seat or of chance. `code` names it within its game; `str` writes it."""

    def __init__(self, code: int) -> None:
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"<{self}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class LegalMoves:
    """The moves that a seat may make now: `in`, `len`, indexing and iteration, each as lazy as the game can."""

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, index: int) -> Move:
        raise NotImplementedError

    def __contains__(self, move: object) -> bool:
        return any(move == legal for legal in self)

    def __iter__(self) -> Iterator[Move]:
        for index in range(len(self)):
            yield self[index]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """What may be picked next in a move chosen part by part; nothing once the move is whole."""
        return [] if picked else [str(move) for move in self]

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that these parts make."""
        for move in self:
            if [str(move)] == list(picked):
                return move
        raise IllegalMove("move.parts", picked=" ".join(picked))


class MoveList(LegalMoves):
    """Legal moves that are simply listed."""

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: int) -> Move:
        return self.moves[index]

    def __contains__(self, move: object) -> bool:
        return move in self.moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)


NO_MOVES: Final = MoveList([])


class Outcome:
    """How a game ended: who won, which share of the win each seat has, the scores, and why."""

    def __init__(self, winners: Sequence[int], scores: Sequence[int], reason: Message, details: Data | None = None):
        self.winners = tuple(winners)
        self.scores = tuple(scores)
        self.reason = reason
        self.details = details

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: they sum to 1, or to 0 if all lose."""
        return tuple([1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.scores))])

    def dump(self) -> Data:
        """The outcome as plain data."""
        data: Data = {"winners": list(self.winners), "scores": list(self.scores), "reason": self.reason.dump()}
        if self.details is not None:
            data["details"] = self.details
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash((self.winners, self.scores))

    def __repr__(self) -> str:
        return f"<Outcome {self.dump()}>"


def load_outcome(data: Data) -> Outcome:
    """The outcome that `Outcome.dump` wrote."""
    reason = dict(data["reason"])
    return Outcome(data["winners"], data["scores"], Message(reason.pop("id"), **reason), data.get("details"))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of a game. It holds no generator and plays nothing by itself."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """Nobody, CHANCE, one seat, or several seats that choose simultaneously."""
        raise NotImplementedError

    @property
    def actor(self) -> i64:
        """The same as one number: a seat, CHANCE, NOBODY or TOGETHER."""
        to_act = self.to_act
        if len(to_act) == 1:
            return to_act[0]
        return NOBODY if len(to_act) == 0 else TOGETHER

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now: nothing if it is not to act."""
        raise NotImplementedError

    def chance(self) -> list[tuple[Move, int]]:
        """What chance may do now, each with its integer weight."""
        raise NotImplementedError

    def draw_chance(self, rng: Rng) -> Move:
        """One of the moves of chance, by its weight."""
        return rng.weighted(self.chance())

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that is known to be legal, silently."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent position like this one."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        raise NotImplementedError

    def dump(self) -> Data:
        """The position as plain data, with options and who knows what."""
        raise NotImplementedError

    def known(self, viewer: int | None) -> Data:
        """What the viewer knows of the position, as plain data: the body of its view."""
        raise NotImplementedError

    def narrate(self, before: State, seat: int, move: Move) -> list[Event]:
        """What happened when this move led from `before` to here."""
        raise NotImplementedError

    def choice_is_public(self, seat: int) -> bool:
        """Whether everybody can tell what this seat may do: only then may a table make its only move for it."""
        return True

    def refusal(self, seat: int, move: Move) -> Message:
        """Why this move of a seat whose turn it is is not legal, and what would be."""
        examples = [str(legal) for _, legal in zip(range(3), self.legal_moves(seat), strict=False)]
        return Message("move.illegal", move=str(move), examples=examples)

    def check(self, seat: int, move: Move) -> None:
        """Refuse a move that is not legal, with the reason."""
        if seat not in self.to_act:
            if not self.to_act:
                raise IllegalMove("move.over", move=str(move))
            raise IllegalMove("move.turn", move=str(move), seat=seat, to_act=list(self.to_act))
        if seat == CHANCE:
            if not any(move == outcome for outcome, _ in self.chance()):
                raise IllegalMove(
                    "move.chance", move=str(move), examples=[str(outcome) for outcome, _ in self.chance()[:3]]
                )
        elif move not in self.legal_moves(seat):
            reason = self.refusal(seat, move)
            raise IllegalMove(reason.id, **reason.params)

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make a move if it is legal, and tell what happened."""
        self.check(seat, move)
        before = self.copy()
        self.apply(seat, move)
        return self.narrate(before, seat, move)

    def view(self, viewer: int | None) -> View:
        """What a seat knows; None for a spectator, ALL for the full truth."""
        return View(self.game, viewer, self.to_act, self.outcome, self.known(viewer))

    def judge(self, seat: int) -> list[tuple[Move, float]] | None:
        """What each legal move is worth to a seat at a glance, on the game's own scale; None without a judgement."""
        return None

    def priors(self, seat: int) -> list[tuple[Move, float]]:
        """The legal moves that are worth a look, best first, each with its weight; by default as they are judged."""
        judged = self.judge(seat)
        if judged is None:
            return [(move, 1.0) for move in self.legal_moves(seat)]
        best = max([value for _, value in judged])
        care = PRIOR_CARE * (best - min([value for _, value in judged])) or 1.0
        weighed = [(move, math.exp((value - best) / care)) for move, value in judged]
        weighed.sort(key=lambda weighed_move: -weighed_move[1])
        return weighed

    def first_prior(self, seat: int) -> Move:
        """The move that looks best: the first of the priors."""
        return self.priors(seat)[0][0]

    def evaluate(self, rng: Rng) -> list[float]:
        """The share of the win that each seat may expect: by a judgement, or as a copy of it is played out."""
        end = self.copy()
        end.playout(rng)
        return end.shares()

    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        outcome = self.outcome
        assert outcome is not None
        return list(outcome.shares)

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """A number for how a move, about to be made, looks to a viewer: alike if the viewer cannot tell them apart."""
        seen = [event.seen_by(viewer) for event in self.copy().play(seat, move)]
        return crc32(repr([event.dump() for event in seen if event is not None]).encode())

    def secret(self, seat: int) -> int:
        """A number for what only this seat knows, as far as it says what the seat may do now."""
        return crc32(repr([move.code for move in self.legal_moves(seat)]).encode())

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place."""
        while to_act := self.to_act:
            seat = to_act[0]
            if seat == CHANCE:
                self.apply(seat, self.draw_chance(rng))
            else:
                moves = self.legal_moves(seat)
                self.apply(seat, moves[rng.below(len(moves))])

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.dump()}>"

    def _repr_svg_(self) -> str:
        return self.view(ALL)._repr_svg_()


class View:
    """What one viewer knows, and what it may do: plain data with no State behind it."""

    def __init__(
        self,
        game: Game,
        seat: int | None,
        to_act: tuple[int, ...],
        outcome: Outcome | None,
        data: Data,
        legal_moves: LegalMoves | None = None,
    ) -> None:
        """`legal_moves` are the viewer's own, where they are at hand; otherwise they are found from the data."""
        self.game = game
        self.seat = seat
        self.to_act = to_act
        self.outcome = outcome
        self.data = data
        self._legal_moves = legal_moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The viewer's own legal moves: none for a spectator or a seat that is not to act."""
        if self._legal_moves is None:
            self._legal_moves = NO_MOVES
            if self.seat is not None and self.seat >= 0 and self.seat in self.to_act:
                self._legal_moves = self.game.sample(self, Rng(0), reopen=False).legal_moves(self.seat)
        return self._legal_moves

    def dump(self) -> Data:
        """The view as plain data."""
        return {
            "game": self.game.name,
            "seat": "all" if self.seat == ALL else self.seat,
            "to_act": list(self.to_act),
            "outcome": None if self.outcome is None else self.outcome.dump(),
            "position": self.data,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash((self.game.name, self.seat, self.to_act))

    def __repr__(self) -> str:
        return f"<View {self.dump()}>"

    def _repr_svg_(self) -> str:
        return self.game.draw(self)


class Option:
    """Something that a table may choose before the game."""

    def __init__(
        self,
        name: str,
        default: object,
        values: Sequence[object] | None = None,
        seats: Sequence[int] | None = None,
        aliases: Mapping[str, object] | None = None,
        file: bool = False,
    ) -> None:
        """`values` are the allowed ones (None: the game checks), `seats` the seat counts that have the option.

        The value may be the path of a `file` on this machine, which nobody elsewhere may have opened.
        """
        self.name = name
        self.default = default
        self.values = values
        self.seats = seats
        self.aliases = dict(aliases or {})
        self.file = file

    def checked(self, value: Any) -> Any:
        """The value itself, or the one that its alias stands for; an error if it is not allowed."""
        if isinstance(value, str) and value in self.aliases:
            value = self.aliases[value]
        allowed = self.values
        # A bool equals 0 or 1, and would pass for a seat.
        if value == self.default and type(value) is type(self.default):
            return value
        # So does 1.0 equal 1.
        if allowed is not None and (isinstance(value, bool | float) or value not in allowed):
            raise BadOption("option.value", option=self.name, value=str(value)[:40], allowed=self.allowed)
        return value

    @property
    def allowed(self) -> str:
        """The allowed values, for people."""
        if isinstance(self.values, range):
            return ", ".join([f"{self.values.start}–{self.values.stop - 1}", *self.aliases])
        return ", ".join([*map(str, self.values or ()), *self.aliases])


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game: where positions, moves and views come from."""

    name: ClassVar[str]
    rules: ClassVar[int] = 1
    """The version of the rules; a record replays under the version that it was played with."""
    seat_counts: ClassVar[Sequence[int]]
    options: ClassVar[Sequence[Option]] = ()

    def start(self, seats: int, options: Data) -> State:
        """The position before the first move; the options are complete and checked."""
        raise NotImplementedError

    def load(self, data: Data) -> State:
        """The position that `State.dump` wrote."""
        raise NotImplementedError

    def parse_move(self, text: str) -> Move:
        """The move that is written so."""
        raise NotImplementedError

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """A position that the viewer cannot tell from the true one, by the weight of its chance.

        Others' sealed choices are unmade if `reopen`, otherwise made at random.
        """
        raise NotImplementedError

    def in_rounds(self, view: View) -> bool:
        """Whether search leaves replies to a glance and judges on the seat's next turn, instead of growing a tree."""
        return False

    def ask(self, view: View) -> Message:
        """What a viewer who is to act is asked to do, in one sentence."""
        return Message("prompt.move", examples=[str(move) for _, move in zip(range(3), view.legal_moves, strict=False)])

    def prompt(self, view: View) -> Message:
        """What the viewer should do now, in one sentence."""
        if view.outcome is not None:
            return view.outcome.reason
        if view.seat is None or view.seat not in view.to_act:
            return Message("prompt.wait", to_act=list(view.to_act))
        if len(view.legal_moves) == 1:
            return Message("prompt.only", move=str(view.legal_moves[0]))
        return self.ask(view)

    def seat_name(self, view: View, seat: int) -> Message:
        """What this seat is called in the game: by its number, unless the game has a better word."""
        return Message(f"seat.{seat}")

    def inventory(self, language: str = "en") -> str:
        """What is in the box and what of it is uncertain, where the game has such a table."""
        return ""

    def text(self, view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
        """The view as a board for the terminal; after the parts of a move `picked`, it may number what can follow."""
        return str(view.dump())

    def draw(self, view: View, picked: Sequence[str] = (), language: str = "en") -> str:
        """The view as SVG, with the parts of a move that are picked; what may be picked carries it as `data-part`."""
        lines = escape(self.text(view, language)).splitlines()
        rows = "".join(f'<tspan x="8" dy="18">{line or " "}</tspan>' for line in lines)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 {18 * len(lines) + 16}">'
            f'<text font-family="monospace" font-size="14" fill="currentColor" xml:space="preserve">{rows}</text></svg>'
        )

    def scenes(self, view: View, events: Sequence[Event], language: str = "en") -> list[tuple[str, str]]:
        """What has just led to this view, to be shown before it: in words and as a drawing, one after the other."""
        return []

    def explanation(self, view: View, events: Sequence[Event], language: str = "en") -> tuple[list[str], str] | None:
        """Why these events led to this view, in sentences and as a drawing; None where they speak for themselves."""
        return None

    def new(self, *, seats: int | None = None, **options: Any) -> State:
        """A new game."""
        count = self.seat_counts[-1] if seats is None else seats
        return self.start(count, self.checked_options(count, options))

    def checked_options(self, seats: int, options: Mapping[str, Any]) -> Data:
        """The options with the defaults filled in; an error names what is wrong and what would be right."""
        if isinstance(seats, bool) or seats not in self.seat_counts:
            raise BadOption("option.seats", game=self.name, seats=str(seats), allowed=list(self.seat_counts))
        known = [option for option in self.options if option.seats is None or seats in option.seats]
        names = [option.name for option in known]
        for name in options:
            if name not in names:
                raise BadOption("option.unknown", game=self.name, option=name[:40], known=names, seats=seats)
        checked = {option.name: option.checked(options.get(option.name, option.default)) for option in known}
        first = checked.get("first")
        if first is not None and first >= seats:
            raise BadOption("option.value", option="first", value=str(first), allowed=f"0–{seats - 1}")
        return checked

    def rematch(self, options: Data, outcome: Outcome, rng: Rng) -> Data:
        """The options of the same game played again after this outcome; `rng` decides where the rules draw."""
        return options

    def load_view(self, data: Data) -> View:
        """The view that `View.dump` wrote."""
        if data.get("game") != self.name:
            raise BadPosition("position.game", game=self.name, found=str(data.get("game")))
        seat = ALL if data["seat"] == "all" else data["seat"]
        outcome = None if data["outcome"] is None else load_outcome(data["outcome"])
        return View(self, seat, tuple(data["to_act"]), outcome, data["position"])

    def bad_move(self, text: str, examples: Sequence[str]) -> BadMove:
        """The error for a text that is no move of this game."""
        return BadMove("move.text", text=text[:40], game=self.name, examples=list(examples))

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
