"""What people read in whole games, without a browser: words and names, no notation, and nothing untranslated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.errors import IllegalMove, ParlorError
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import DONE
from parlor.core.view import View
from parlor.core.words import LANGUAGES, Event, say, seen_by
from parlor.games.new_york_slice.box import SPECIALS
from parlor.games.wicked_pizza.box import INGREDIENTS
from parlor.server.drawing import check, drawn, picking
from parlor.server.hints import in_words as hint_in_words
from parlor.server.log import in_words, joined
from parlor.table import Chair, Seating, Table

GAMES = 30
NAMES = ("Anna", "Bruno", "Chloé", "Dmitri", "Élodie", "Farid")
CODES = {
    # Spaces.
    "pizza-theory": r"\b[a-g][1-7]\b",
    # Slices (8a, 8/10, S@7, c3, A, S), cuts (3|4) and portions (10-2+).
    "new-york-slice": r"\d+a\b|\d/\d|@|\bc\d|\bS\b|\bA\b(?! \w)|\d\||\d-\d|\d\+",
    # Cards (NSTR, T.T.T.T, wild:R, bonus-N), spots and turns.
    "wicked-pizza": r"\b[NSTR](?:\.?[NSTR]){1,3}\b|wild:|bonus-|@|-?\d,-?\d|/\d|\b[NSTR]\b",
}
SEAT = r"\b(?:seat|place) \d"
UNTRANSLATED = r"\b(?:pizza-theory|new-york-slice|wicked-pizza|core|server|table|move|prompt|seat|bot)\.[a-z]"
# Words that are English and no French.
ENGLISH = r"\b(?:the|and|with|from|your|you|takes?|lays?|card|slices?|toppings?|of|is|are|chance to)\b"
LABEL = re.compile(r'(?:aria-label|data-tell|title)="([^"]+)"')
TEXT = re.compile(r"<text[^>]*>(.*?)</text>")
REFUSED = re.compile(r'data-(?:no|else)="([^"]+)"')
CASES = [(name, seats) for name in CODES for seats in parlor.game(name).seat_counts]


# The games keep their names in every language.
_TITLES = re.compile("Pizza Theory|New York Slice|Wicked Pizza")


class Reader:
    """Reads everything once, and keeps what nobody should have to read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.language = LANGUAGES[0]
        self.wrong: list[str] = []
        self._seen: set[str] = set()
        faults = "|".join((CODES[game.name], f"(?i:{SEAT})", UNTRANSLATED))
        self._faults = {"en": re.compile(faults), "fr": re.compile(f"{faults}|(?i:{ENGLISH})")}

    def read(self, text: str) -> None:
        """Read a sentence or a label."""
        if text in self._seen:
            return
        self._seen.add(text)
        if self._faults[self.language].search(_TITLES.sub("", text)) or self._is_move(text):
            self.wrong.append(text)

    def _is_move(self, text: str) -> bool:
        """Whether some words of a text make a move; a word alone, such as “pass”, is a word."""
        words = [word.strip(".,;:!?()“”«»\N{NO-BREAK SPACE}") for word in text.split()]
        windows = [" ".join(words[at : at + length]) for length in (1, 2, 3) for at in range(len(words) + 1 - length)]
        # “Slice 7” is how chance writes it, and what people say.
        tried = [window for window in windows if re.search(r"\d", window) and not window.lower().startswith("slice ")]
        return any(map(self._parses, tried))

    def _parses(self, text: str) -> bool:
        try:
            self.game.parse_move(text)
        except ParlorError:
            return False
        return True


def shown(part: Data) -> Iterator[str]:
    """All words of what a page is sent of a board."""
    yield part.get("prompt", "")
    yield part.get("says", "")
    yield part.get("button") or ""
    for _, words in part["parts"]:
        yield words
    for words, scene in part.get("scenes", ()):
        yield words
        yield from labels(scene)
    yield from labels(part["drawing"])


def labels(drawing: str) -> Iterator[str]:
    """What a drawing says, to who sees it and to who hears it."""
    yield from map(unescape, LABEL.findall(drawing))
    for text in TEXT.findall(drawing):
        yield unescape(re.sub("<[^>]*>", "", text))


def refusals(table: Table, seat: int, drawing: str, language: str) -> Iterator[str]:
    """Why what looks as if it could be picked cannot be."""
    for move in set(REFUSED.findall(drawing)):
        with pytest.raises(IllegalMove) as refused:
            check(table, seat, move, language)
        yield say(refused.value.message, language)


def chosen(table: Table, seat: int, reader: Reader, rng: Rng, drawing: bool) -> str:
    """A move picked part by part at random, all that is said meanwhile being read."""
    view, language = table.view(seat), reader.language
    picked: list[str] = []
    parts = view.legal_moves.parts()
    while parts:
        # Whatever may be kept for later is used as often as kept.
        used = [part for part in parts if part not in ("pass", DONE)]
        open_to = used if len(used) == len(parts) or (used and rng.below(2)) else [parts[-1]]
        picked.append(open_to[rng.below(len(open_to))])
        parts = view.legal_moves.parts(picked)
        if drawing:
            part = picking(view, picked, language)
            for words in (*shown(part), *refusals(table, seat, part["drawing"], language)):
                reader.read(words)
    move = str(view.legal_moves.whole(picked))
    estimate: Data = {"move": move, "parts": picked, "visits": 9, "value": 0.5, "error": 0.1, "share": 1.0}
    told = hint_in_words(view, {"move": move, "estimates": [estimate], "mixed": len(view.to_act) > 1}, language)
    for words in (told["text"], *[one[key] for one in told["estimates"] for key in ("says", "number")]):
        reader.read(words)
    return move


def explained(view: View, events: list[Event], language: str) -> Iterator[str]:
    """Why it came so, as who looks back is told."""
    if (found := view.game.explanation(view, events, language)) is not None:
        yield from found[0]
        yield from labels(found[1])


def play(game: Game, seats: int, number: int, reader: Reader) -> set[str]:
    """Play a game and read it as every seat does in turn, and as a spectator; returns the kinds of what happened."""
    reader.language = language = LANGUAGES[number % len(LANGUAGES)]
    rng = Rng(number)
    seating = Seating(tuple(Chair(name=name) for name in NAMES[:seats]))
    table = Table(game, seating=seating, seed=Seed(f"spoken {seats} {number}"))
    happened: list[tuple[int, list[Event]]] = []
    events: list[Event] = []
    asked: set[str] = set()
    decisions = 0
    while table.outcome is None:
        seat = table.to_act[rng.below(len(table.to_act))]
        view = table.view(seat)
        decisions += 1
        # Every kind of question, and a sample of the rest, is drawn.
        kind = game.prompt(view).id
        drawing = kind not in asked or rng.below(12) == 0
        asked.add(kind)
        if drawing:
            for viewer in (seat, (seat + 1) % seats, None):
                for words in shown(drawn(table, viewer, language, events)):
                    reader.read(words)
            for words in refusals(table, seat, game.draw(view, (), language), language):
                reader.read(words)
        events = table.play(seat, game.parse_move(chosen(table, seat, reader, rng, drawing)))
        happened.append((decisions, events))
        for words in explained(table.view(seat), seen_by(events, seat), language):
            reader.read(words)
    viewer = number % (seats + 1)
    viewers = [None if viewer == seats else viewer, (viewer + 1) % seats]
    for reading in viewers:
        for entry in in_words(joined(happened), reading, language, table.names(reading)):
            for words in entry["text"]:
                reader.read(words)
        for words in shown(drawn(table, reading, language, events)):
            reader.read(words)
    specials = {
        f"special {event.params['special']}" for _, some in happened for event in some if "special" in event.params
    }
    return {event.id for _, some in happened for event in some} | asked | specials


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_whole_games_are_told_in_words_and_by_names(name: str, seats: int) -> None:
    game = parlor.game(name)
    reader = Reader(game)
    met: set[str] = set()
    for number in range(GAMES):
        met |= play(game, seats, number, reader)
    assert not reader.wrong, "\n".join(reader.wrong[:40])
    if name == "new-york-slice":
        windows = {"seconds", "sneak"} | ({"dibs", "cut"} if seats > 2 else set())
        assert {f"{name}.{kind}{window}" for window in windows for kind in ("", "prompt.", "pass-")} <= met
        unused = {"cut-in-line", "dibs", "you-love-veggies"} if seats == 2 else set()
        assert {f"special {special}" for special in SPECIALS if special not in unused} <= met
    if name == "wicked-pizza":
        spells = {f"{name}.{spell}" for spell in ("draw2", "top", "wild", "lay-bonus")}
        assert spells | {f"{name}.ability.{one}" for one in INGREDIENTS} <= met
        # Of two, the only opponent is looked at without a question.
        asked = ["play", "play-or-bonus", "taken", "look", "spiders", *["newt"] * (seats > 2)]
        assert {f"{name}.prompt.{kind}" for kind in asked} <= met


@pytest.mark.parametrize("name", CODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_legends_are_told_in_words(name: str, language: str) -> None:
    game = parlor.game(name)
    reader = Reader(game)
    reader.language = language
    for chapter in game.rulebook(language):
        for words in (chapter.title, *chapter.paragraphs, *[below for _, below in chapter.figures]):
            reader.read(words)
    for word, meaning in game.legend(language):
        reader.read(word)
        reader.read(meaning)
    assert not reader.wrong, "\n".join(reader.wrong)
