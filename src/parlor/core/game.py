"""The rules of one game, and the way to all its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from parlor.core.chance import Rng
from parlor.core.errors import BadMove, BadOption, BadPosition
from parlor.core.fields import Data, is_one_of, is_plain, plainness, shown
from parlor.core.mind import Mind
from parlor.core.moves import Move
from parlor.core.native import mypyc_attr
from parlor.core.options import Option
from parlor.core.outcome import Outcome
from parlor.core.view import View, load_view
from parlor.core.words import Event, Message, isolated, say, template

if TYPE_CHECKING:
    from parlor.core.state import State

LONGEST_MOVE = 200


class Chapter(NamedTuple):
    """A chapter of the rules, as people read it."""

    id: str
    title: str
    paragraphs: list[str]
    figures: list[tuple[str, str]]
    """The names of its figures, with what stands below each."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game: where positions, moves and views come from."""

    name: ClassVar[str]
    rules: ClassVar[int] = 1
    """The version of the rules; a record replays under the version that it was played with."""
    older: ClassVar[Sequence[Game]] = ()
    """The same game under earlier versions of its rules, for what began under them."""
    superseded: ClassVar[bool] = False
    """Whether newer rules have taken the place of these: then dumps and views say which rules they are under."""
    seat_counts: ClassVar[Sequence[int]]
    options: ClassVar[Sequence[Option]] = ()
    move_examples: ClassVar[Sequence[str]] = ()
    """Texts of moves, for whoever writes one that is none."""
    chapters: ClassVar[Sequence[str]] = ()
    """The chapters of the rules, in their order."""
    figures: ClassVar[Sequence[tuple[str, str]]] = ()
    """The figures of the rules, each as its chapter and its name."""
    mind: ClassVar[Mind] = Mind()
    """What the game knows about playing it well."""

    def start(self, seats: int, options: Data) -> State:
        """The position before the first move; the options are complete and checked."""
        raise NotImplementedError

    def restore(self, data: Data) -> State:
        """The position that `dump` wrote, under these rules; an error if there is no such position."""
        raise NotImplementedError

    def read_move(self, text: str) -> Move | None:
        """The move that is written so; None if there is none."""
        raise NotImplementedError

    def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
        """A position that the viewer cannot tell from the true one, by the weight of its chance.

        Others' sealed choices are unmade if `reopen`, otherwise made at random.
        """
        raise NotImplementedError

    def dump(self, state: State) -> Data:
        """The position as plain data, with options and who knows what."""
        raise NotImplementedError

    def known(self, state: State, viewer: int | None) -> Data:
        """What the viewer knows of the position, as plain data: the body of its view."""
        raise NotImplementedError

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        """What happened when this move led from one position to the other."""
        raise NotImplementedError

    def refusal(self, state: State, seat: int, move: Move) -> Message:
        """Why this move of a seat whose turn it is is not legal, and what would be."""
        examples = [str(legal) for _, legal in zip(range(3), state.legal_moves(seat), strict=False)]
        return Message("move.illegal", move=str(move), examples=examples)

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

    def wording(self, view: View, text: str, picked: Sequence[str] = ()) -> Message | None:
        """A move of the viewer, or the part of one that may follow those picked, in words.

        None where `{name}.part.{word}` in the catalogues says it.
        """
        return None

    def step(self, view: View, picked: Sequence[str]) -> Message:
        """What people who click are asked once they have picked these parts of a move."""
        return Message(f"{self.name}.pick.{len(picked)}")

    def seat_name(self, view: View, seat: int) -> Message:
        """What this seat is called in the game: by its number, unless the game has a better word."""
        return Message(f"seat.{seat}")

    def seat_words(self, view: View, seats: int) -> list[str]:
        """The ids of what all seats of a table are called in the game, for its names: the same in every view."""
        return [self.seat_name(view, seat).id for seat in range(seats)]

    def heading(self, view: View, seat: int, language: str = "en") -> str:
        """What a seat is called where nothing stands before it: our words with a capital, names as they are written."""
        said = self.called(view, seat, language)
        return said if seat in view.names else said[:1].upper() + said[1:]

    def called(self, view: View, seat: int, language: str = "en") -> str:
        """What a seat is called at its table: by the name of whoever sits there, or by the game's word for it."""
        return isolated(view.names[seat]) if view.names.get(seat) else say(self.seat_name(view, seat), language)

    def inventory(self, language: str = "en") -> str:
        """What is in the box and what of it is uncertain, where the game has such a table."""
        return ""

    def legend(self, language: str = "en") -> list[tuple[str, str]]:
        """What things of the game are called and what each means, beside its rules."""
        return []

    def rulebook(self, language: str = "en") -> list[Chapter]:
        """The rules as people read them: `{name}.rules.{chapter}` is a title and then a paragraph a line.

        A game without chapters says all in `{name}.rules`.
        """
        if not self.chapters:
            text = template(Message(f"{self.name}.rules"), language)
            return [] if text is None else [Chapter("", "", text.split("\n"), [])]
        found = []
        for chapter in self.chapters:
            title, *paragraphs = say(Message(f"{self.name}.rules.{chapter}"), language).split("\n")
            figures = [
                (name, say(Message(f"{self.name}.figure.{name}"), language))
                for place, name in self.figures
                if place == chapter
            ]
            found.append(Chapter(chapter, title, paragraphs, figures))
        return found

    def chapter(self, view: View) -> str:
        """The chapter of the rules that tells what can be done now; nothing where none does."""
        return ""

    def figure(self, name: str, language: str = "en") -> str:
        """A figure of the rules as SVG."""
        raise NotImplementedError

    def text(self, view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
        """The view as a board for the terminal; after the parts of a move `picked`, it may number what can follow."""
        return "\n".join([f"{name}: {value}" for name, value in view.data.items()])

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

    def new(self, *, seats: Any = None, **options: Any) -> State:
        """A new game."""
        count = self.seat_counts[-1] if seats is None else seats
        return self.start(count, self.checked_options(count, options))

    def checked_options(self, seats: Any, options: Any) -> Data:
        """The options with the defaults filled in; an error names what is wrong and what would be right."""
        if not is_one_of(seats, self.seat_counts):
            raise BadOption("option.seats", game=self.name, seats=shown(seats), allowed=list(self.seat_counts))
        if not isinstance(options, Mapping):
            raise BadOption("option.data", found=type(options).__name__)
        known = [option for option in self.options if option.seats is None or seats in option.seats]
        names = [option.name for option in known]
        for name in options:
            if name not in names:
                raise BadOption("option.unknown", game=self.name, option=shown(name, 40), known=names, seats=seats)
        checked = {option.name: option.checked(options.get(option.name, option.default)) for option in known}
        first = checked.get("first")
        if isinstance(first, int) and first >= seats:
            raise BadOption("option.value", option="first", value=str(first), allowed=f"0–{seats - 1}")
        return checked

    def rematch(self, options: Data, outcome: Outcome, rng: Rng) -> Data:
        """The options of the same game played again after this outcome; `rng` decides where the rules draw."""
        return options

    def ranks(self, outcome: Outcome) -> list[tuple[int, ...]]:
        """How well each seat did, where more is better: its score, and what breaks a tie."""
        return [(score,) for score in outcome.scores]

    def under(self, rules: object) -> Game | None:
        """The game under this version of its rules; None if there is no such version."""
        for game in (self, *self.older):
            if type(rules) is int and game.rules == rules:
                return game
        return None

    @property
    def versions(self) -> list[int]:
        """The versions of the rules that there are, oldest first."""
        return sorted([game.rules for game in (self, *self.older)])

    def load(self, data: Any) -> State:
        """The position that `State.dump` wrote, under the rules that it names."""
        game = self._named_in(data)
        if "rules" not in data:
            return game.restore(data)
        return game.restore({key: value for key, value in data.items() if key != "rules"})

    def load_view(self, data: Any) -> View:
        """The view that `View.dump` wrote, under the rules that it names."""
        game = self._named_in(data)
        if data.get("game") != self.name:
            raise BadPosition("position.game", game=self.name, found=shown(data.get("game")))
        return load_view(game, data)

    def _named_in(self, data: Any) -> Game:
        """The game under the rules that a dump names, if it is plain data at all."""
        if not isinstance(data, dict):
            raise BadPosition("position.data", found=type(data).__name__)
        if not is_plain(data):
            raise BadPosition("position.plain", problem=plainness())
        game = self.under(data.get("rules", self.rules))
        if game is None:
            raise BadPosition("position.field", field="rules", value=shown(data["rules"]), allowed=self.versions)
        return game

    def parse_move(self, text: Any) -> Move:
        """The move that is written so."""
        move = self.read_move(text) if isinstance(text, str) and len(text) <= LONGEST_MOVE else None
        if move is None:
            raise BadMove("move.text", text=shown(text, 40), game=self.name, examples=list(self.move_examples))
        return move

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
