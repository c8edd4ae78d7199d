"""A record: the game, its options, the commitment to its seed, and numbered lines of all that happened.

A file of one JSON object a line. Lines only ever grow: a move taken back is a line too. Saves, replays, bug
reports and golden tests are the same file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from parlor.core.chance import Seed
from parlor.core.deal import Deal, deal_of, is_hex, is_of_the_deal
from parlor.core.errors import BadRecord, ParlorError
from parlor.core.fields import Data, is_numbers, is_one_of, is_plain, plainness, shown
from parlor.core.game import Game
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import Event, Message

FORMATS = (1, 2, 3)
"""The second has lines of the deal, with which people add to the seed; the third a game that was called off."""
LONGEST_CALLED = 40
"""How long what somebody is called may be."""
LONGEST_NAME = 200
"""Letters of the bot that stands in for somebody: everybody is told so."""
# What a line says, by the field that names it, with what the field must hold.
KINDS: dict[str, Callable[[Any], bool]] = {
    "play": lambda value: isinstance(value, str),
    "chance": lambda value: isinstance(value, str),
    "resign": lambda value: value is True,
    "clock": lambda value: type(value) is int and value == 0,
    "takeover": lambda value: isinstance(value, str) and len(value) <= LONGEST_NAME,
    "return": lambda value: value is True,
    "end": lambda value: value is True,
    "undo": lambda value: is_numbers(value) and len(value) == 2,
    "seed": lambda value: isinstance(value, str),
    "commit": lambda value: value is None or is_hex(value),
    "nonce": is_hex,
}
# Whose lines nobody at the table has written.
OF_NO_SEAT = ("chance", "seed")


class Record:
    """What happened at a table, line by line."""

    def __init__(self, game: Game, seats: int, options: Data, commitment: str) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.commitment = commitment
        self.lines: list[Data] = []
        self.incomplete = False
        """Whether the file that it was loaded from broke off within a line."""
        self.names: dict[int, str] = {}
        """What those who played were called, by seat, as far as that is kept."""
        self._file: Path | None = None

    @property
    def seed(self) -> Seed | None:
        """The seed, once the game is over."""
        if self.lines and "seed" in self.lines[-1]:
            return Seed(self.lines[-1]["seed"])
        return None

    @property
    def format(self) -> int:
        """The format in which it is written: the first that has all kinds of its lines."""
        # Nothing but the seed comes after that.
        if any("end" in line for line in self.lines[-2:]):
            return FORMATS[2]
        return FORMATS[bool(self.lines) and is_of_the_deal(self.lines[0])]

    @property
    def deal(self) -> Deal:
        """What people have added to the seed."""
        return deal_of(self.lines)

    def new(self) -> State:
        """The position before the first line."""
        return self.game.new(seats=self.seats, **self.options)

    def append(self, **fields: Any) -> Data:
        """Add a line, on disk first if the record is kept in a file."""
        line = {"line": len(self.lines) + 1, **fields}
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(_text(line))
                file.flush()
                os.fsync(file.fileno())
        self.lines.append(line)
        return line

    def standing(self, upto: int | None = None) -> list[Data]:
        """The plays and draws that count after these many lines, without those that were taken back."""
        found: list[Data] = []
        for line in self.lines[:upto]:
            if "undo" in line:
                later = self._taken_back(line, found)
                found += later
            elif "play" in line or "chance" in line:
                found.append(line)
        return found

    def _taken_back(self, line: Data, standing: list[Data]) -> list[Data]:
        """Take away what an undo takes back, and return the lines after that: sealed choices of others, so only few."""
        first, last = line["undo"]
        index = len(standing)
        while index and standing[index - 1]["line"] > last:
            index -= 1
            if len(standing) - index > self.seats:
                raise _broken(line["line"], Message("record.undo-within", first=first, last=last))
        later = standing[index:]
        del standing[index:]
        while standing and standing[-1]["line"] >= first:
            standing.pop()
        if len(standing) == index:
            raise _broken(line["line"], Message("record.undo", first=first, last=last))
        return later

    def replay(self, upto: int | None = None) -> State:
        """The position after these many lines, or after all."""
        state = self.new()
        for line in self.standing(upto):
            self.play(state, line)
        return state

    def steps(self) -> Iterator[tuple[Data, State, list[Event]]]:
        """Every line with the position after it and what happened."""
        state = self.new()
        standing: list[Data] = []
        before: list[State] = []
        """The position before each line that stands."""
        for line in self.lines:
            if "play" in line or "chance" in line:
                standing.append(line)
                before.append(state.copy())
                yield line, state, self.play(state, line)
                continue
            if "undo" in line:
                later = self._taken_back(line, standing)
                state = before[len(standing)]
                del before[len(standing) :]
                for again in later:
                    standing.append(again)
                    before.append(state.copy())
                    self.play(state, again)
            yield line, state, told(line)

    def play(self, state: State, line: Data) -> list[Event]:
        """Play a line on a position; an error names the line if the rules do not allow it."""
        try:
            if "chance" in line:
                return state.play(CHANCE, self.game.parse_move(line["chance"]))
            return state.play(line["seat"], self.game.parse_move(line["play"]))
        except ParlorError as error:
            raise BadRecord("record.play", line=line["line"], problem=error.message) from error

    def dumps(self) -> str:
        """The record as text."""
        header: Data = {
            "parlor": self.format,
            "game": self.game.name,
            "rules": self.game.rules,
            "seats": self.seats,
            "options": self.options,
            "commitment": self.commitment,
        }
        if self.names:
            header["names"] = [self.names.get(seat) for seat in range(self.seats)]
        return "".join([_text(header), *map(_text, self.lines)])

    def keep(self, path: Path) -> None:
        """Write the record to a file, whole or not at all, and every further line as it comes."""
        draft = path.with_name(path.name + ".new")
        draft.write_text(self.dumps(), encoding="utf-8")
        draft.replace(path)
        self._file = path


def told(line: Data) -> list[Event]:
    """What a line says that is no move of the game."""
    if "undo" in line:
        return [Event("table.undo", seat=line["seat"])]
    if "resign" in line:
        return [Event("table.resign", seat=line["seat"])]
    if "clock" in line:
        return [Event("table.clock", seat=line["seat"])]
    if "end" in line:
        return [Event("table.end", seat=line["seat"])]
    if "takeover" in line:
        return [Event("table.takeover", seat=line["seat"], bot=line["takeover"])]
    return [Event("table.return", seat=line["seat"])] if "return" in line else []


def _text(line: Data) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _broken(line: int, problem: Message) -> BadRecord:
    return BadRecord("record.line", line=line, problem=problem)


def load_record(path: Path, find_game: Callable[[str], Game]) -> Record:
    """The record in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("record.missing", path=str(path), problem=str(error)) from error
    return parse_record(text, find_game)


def parse_record(text: str, find_game: Callable[[str], Game], most: int | None = None) -> Record:
    """The record that is written so, if it has no more than so many lines after the first.

    A last line that broke off while being written is left out.
    """
    if most is not None and text.count("\n") > most + 1:
        raise BadRecord("record.long", most=most)
    written = text.split("\n")
    if not written[-1]:
        written.pop()
    if not written:
        raise BadRecord("record.empty")
    header = _parse_line(written[0])
    record = _parse_header(header, find_game)
    for number, content in enumerate(written[1:], 1):
        line = _parse_line(content)
        if line is None and number == len(written) - 1:
            record.incomplete = True
            break
        record.lines.append(_checked(number, line, record))
    if header is not None and header["parlor"] < record.format:
        raise BadRecord("record.header", problem=Message("record.field", field="parlor"))
    # These raise if a nonce is not what its seat committed to, or an undo takes back what is not there.
    deal_of(record.lines)
    record.standing()
    return record


def _parse_line(text: str) -> Data | None:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) else None


def _parse_header(header: Data | None, find_game: Callable[[str], Game]) -> Record:
    if header is None:
        raise BadRecord("record.header", problem=Message("record.not-json"))
    if not is_plain(header):
        raise BadRecord("record.header", problem=plainness())
    for field, kind in {
        "parlor": int,
        "game": str,
        "rules": int,
        "seats": int,
        "options": dict,
        "commitment": str,
    }.items():
        if type(header.get(field)) is not kind:
            raise BadRecord("record.header", problem=Message("record.field", field=field))
    if header["parlor"] not in FORMATS:
        raise BadRecord("record.format", found=header["parlor"], known=list(FORMATS))
    game = under_its_rules(find_game(header["game"]), header["rules"])
    for option in game.options:
        if option.names_file(header["options"].get(option.name)):
            raise BadRecord("record.header", problem=Message("record.field", field=option.name))
    options = game.checked_options(header["seats"], header["options"])
    record = Record(game, header["seats"], options, header["commitment"])
    names = header.get("names", [])
    if not isinstance(names, list) or not all(name is None or type(name) is str for name in names):
        raise BadRecord("record.header", problem=Message("record.field", field="names"))
    for seat, name in enumerate(names[: record.seats]):
        # Whatever wrote this may have put in what moves a terminal's cursor or turns text around.
        if shows := "".join([letter for letter in name or "" if letter.isprintable()]):
            record.names[seat] = shows[:LONGEST_CALLED]
    return record


def under_its_rules(game: Game, rules: int) -> Game:
    """The game under the version of its rules that a record was begun with."""
    found = game.under(rules)
    if found is None:
        raise BadRecord("record.rules", found=rules, game=game.name, known=game.versions)
    return found


def _checked(number: int, line: Data | None, record: Record) -> Data:
    if line is None:
        raise _broken(number, Message("record.not-json"))
    if not is_plain(line):
        raise _broken(number, plainness())
    if not is_one_of(line.get("line"), [number]):
        raise _broken(number, Message("record.number", found=shown(line.get("line")), line=number))
    if record.seed is not None:
        raise _broken(number, Message("record.closed"))
    kinds = [kind for kind in KINDS if kind in line]
    if len(kinds) != 1:
        raise _broken(number, Message("record.no-kind", kinds=list(KINDS)))
    kind = kinds[0]
    if record.lines and "end" in record.lines[-1] and kind != "seed":
        raise _broken(number, Message("record.closed"))
    if not KINDS[kind](line[kind]):
        raise _broken(number, Message("record.field", field=kind))
    if is_of_the_deal(line) and record.lines and not is_of_the_deal(record.lines[-1]):
        raise _broken(number, Message("deal.late"))
    if not (is_one_of(line.get("seat"), range(record.seats)) if kind not in OF_NO_SEAT else "seat" not in line):
        raise _broken(number, Message("record.field", field="seat"))
    _check_times(number, line, record)
    return line


def _check_times(number: int, line: Data, record: Record) -> None:
    """When a line was written, and what it left on the clock of its seat, or after an undo on all."""
    if not isinstance(line.get("at", 0.0), float | int):
        raise _broken(number, Message("record.field", field="at"))
    left = line.get("left", 0.0)
    clocks = left if isinstance(left, list) and len(left) == record.seats and "undo" in line else [left]
    if not all(isinstance(time, float | int) for time in clocks):
        raise _broken(number, Message("record.field", field="left"))


def verify(record: Record) -> int:
    """How many draws there are, all proved to follow from the seed that the table was committed to."""
    record.replay()
    seed = record.seed
    if seed is None:
        raise BadRecord("verify.no-seed")
    if seed.commitment != record.commitment:
        raise BadRecord("verify.commitment")
    return check_draws(record, seed)


def check_draws(record: Record, seed: Seed) -> int:
    """How many draws there are, all proved to follow from a seed."""
    draws = 0
    mixed = record.deal.mixed(seed)
    state = record.new()
    for line, after, _ in record.steps():
        if "chance" in line:
            drawn = mixed.draw(line["line"], state.chance())
            if str(drawn) != line["chance"]:
                raise BadRecord("verify.draw", line=line["line"], found=line["chance"], drawn=str(drawn))
            draws += 1
        state = after.copy()
    return draws
