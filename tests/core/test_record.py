from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.errors import BadOption, BadRecord, UnknownGame
from parlor.core.record import Record, load_record, parse_record, verify
from parlor.table import Table


def played(seed: int = 1, seats: int = 3, undos: bool = False, plies: int = 10_000) -> Table:
    """A table played at random, with moves taken back now and then."""
    rng = Rng(seed)
    table = Table(parlor.game("pizza-theory"), seats=seats, seed=Seed(f"seed {seed}"))
    for _ in range(plies):
        if not table.state.to_act:
            break
        seat = table.state.to_act[rng.below(len(table.state.to_act))]
        moves = table.view(seat).legal_moves
        table.play(seat, moves[rng.below(len(moves))])
        if undos and table.state.to_act and rng.below(4) == 0:
            table.undo(seat)
            while table.asked is not None:
                table.agree(table.asked[1][0])
    return table


def parse(text: str) -> Record:
    return parse_record(text, parlor.game)


def changed(text: str, number: int, **fields: Any) -> str:
    lines = text.splitlines()
    lines[number] = json.dumps({**json.loads(lines[number]), **fields})
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("undos", [False, True])
def test_a_record_is_written_read_and_replayed_to_the_same_position(seats: int, undos: bool) -> None:
    for seed in range(5):
        table = played(seed, seats, undos)
        record = parse(table.record.dumps())
        assert record.dumps() == table.record.dumps()
        assert record.replay().dump() == table.state.dump()
        assert any("undo" in line for line in record.lines) == undos
        assert [line for line, _, _ in record.steps()] == record.lines
        assert [state.dump() for _, state, _ in record.steps()][-1] == table.state.dump()


def test_every_line_of_a_record_can_be_returned_to() -> None:
    record = played(3, 2, undos=True).record
    states = [state.dump() for _, state, _ in record.steps()]
    assert [record.replay(number).dump() for number in range(1, len(record.lines) + 1)] == states


def test_the_first_line_says_what_is_played() -> None:
    header = json.loads(played().record.dumps().splitlines()[0])
    assert header == {
        "parlor": 1,
        "game": "pizza-theory",
        "rules": 1,
        "seats": 3,
        "options": {"edition": "en", "first": None, "round_limit": 200},
        "commitment": Seed("seed 1").commitment,
    }


def test_a_finished_record_is_verified_draw_by_draw() -> None:
    for seats in (2, 3):
        record = parse(played(7, seats, undos=True).record.dumps())
        assert verify(record) == sum("chance" in line for line in record.lines) > 0


def test_a_record_with_one_draw_changed_is_not_fair() -> None:
    text = played(2, 2).record.dumps()
    lines = [json.loads(line) for line in text.splitlines()]
    roll = next(number for number, line in enumerate(lines) if line.get("chance", "").startswith("roll"))
    other = "roll 1" if lines[roll]["chance"] != "roll 1" else "roll 2"
    forged = parse(changed(text, roll, chance=other))
    with pytest.raises(BadRecord, match=f"Line {roll}|does not replay"):
        verify(forged)


def test_another_seed_does_not_match_the_commitment() -> None:
    text = played().record.dumps()
    last = len(text.splitlines()) - 1
    with pytest.raises(BadRecord, match="does not match the commitment"):
        verify(parse(changed(text, last, seed="another")))


def test_a_game_that_is_not_over_cannot_be_verified_yet() -> None:
    with pytest.raises(BadRecord, match="once the game is over"):
        verify(played(plies=4).record)


TEXT = played(5, 2).record.dumps()


@given(st.integers(0, len(TEXT)))
def test_a_record_cut_off_anywhere_is_recovered_up_to_its_last_whole_line(length: int) -> None:
    text = TEXT[:length]
    lines = text.split("\n")
    rest = lines.pop()
    if rest and TEXT.startswith(text + "\n"):
        lines.append(rest)
        rest = ""
    if not lines:
        with pytest.raises(BadRecord):
            parse(text)
        return
    record = parse(text)
    assert record.dumps().splitlines() == lines
    assert record.incomplete == bool(rest)
    record.replay()


def test_a_broken_off_line_is_left_out_and_said() -> None:
    lines = TEXT.splitlines(keepends=True)
    record = parse("".join(lines[:6]) + lines[6][:9])
    assert record.incomplete
    assert len(record.lines) == 5
    whole = parse("".join(lines[:7]))
    assert not whole.incomplete
    assert len(whole.lines) == 6


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "The file is empty"),
        ("hello\n", "not a record of Parlor"),
        ("[1]\n", "not a record of Parlor"),
        ("{}\n", "“parlor” is missing"),
        (changed(TEXT, 0, seats="two"), "“seats” is missing or of the wrong kind"),
        (changed(TEXT, 0, rules=99), "version 99 of the rules of pizza-theory; this Parlor knows version 1"),
        (changed(TEXT, 3, line=7), "Line 3 of the record is broken: it is numbered 7 where 3 should come"),
        (changed(TEXT, 3, chance="roll 1"), "Line 3 of the record is broken: it should say one of"),
        (changed(TEXT, 2, play=5), "Line 2 of the record is broken: its field “play”"),
        (changed(TEXT, 2, seat=2), "Line 2 of the record is broken: its field “seat”"),
        (
            TEXT.partition("\n")[0] + f'\n{{"line":1,"seat":0,"takeover":"{"x" * 201}"}}\n',
            "Line 1 of the record is broken: its field “takeover”",
        ),
        *(
            (changed(TEXT, 2, seat=seat), "Line 2 .* its field “seat”")
            for seat in (1.0, True, "0", None, [0], 2**40, -1)
        ),
        *((changed(TEXT, 3, line=line), "Line 3 .* where 3 should come") for line in (3.0, "3", None, [3], True)),
        (changed(TEXT, 2, at="now"), "Line 2 of the record is broken: its field “at”"),
        (changed(TEXT, 2, left=[1.0, 2.0]), "Line 2 of the record is broken: its field “left”"),
        (changed(TEXT, 1, seat=0), "Line 1 of the record is broken: its field “seat”"),
        (changed(TEXT, 2, note=2**70), "Line 2 of the record is broken: it may hold only .* up to 9007199254740992"),
        (changed(TEXT, 2, note=float("nan")), "Line 2 of the record is broken: it may hold only"),
        (changed(TEXT, 2, note="\ud800"), "Line 2 of the record is broken: it may hold only"),
        (changed(TEXT, 0, rules=2**70), "not a record of Parlor.* it may hold only"),
        (TEXT.replace('{"line":3', "{line:3", 1), "Line 3 of the record is broken: it is no JSON object"),
        (TEXT + '{"line":' + str(len(TEXT.splitlines())) + ',"seat":0,"play":"pass"}\n', "after the seed"),
        ("[" * 100_000 + "\n", "not a record of Parlor"),
    ],
)
def test_a_broken_record_is_refused_with_the_line_that_is_wrong(text: str, match: str) -> None:
    with pytest.raises(BadRecord, match=match):
        parse(text)


def test_a_record_of_an_unknown_game_or_option_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game called “poker”"):
        parse(changed(TEXT, 0, game="poker"))
    with pytest.raises(BadOption, match="sauce"):
        parse(changed(TEXT, 0, options={"sauce": 1}))


def test_a_line_that_the_rules_do_not_allow_is_named() -> None:
    with pytest.raises(BadRecord, match="Line 2 of the record does not replay: “add z9” is not a move"):
        parse(changed(TEXT, 2, play="add z9")).replay()
    with pytest.raises(BadRecord, match="Line 2 of the record does not replay: .*not empty"):
        parse(changed(TEXT, 2, play="add c2")).replay()


def test_an_undo_of_what_is_not_there_is_refused() -> None:
    text = "".join(TEXT.splitlines(keepends=True)[:3]) + '{"line":3,"seat":0,"undo":[8,9]}\n'
    with pytest.raises(BadRecord, match="takes back lines 8 to 9, which are not there"):
        parse(text)


def with_undos(plays: int, undos: list[list[int]]) -> Record:
    """A record of so many plays, which need not be legal, and what is taken back of them."""
    lines: list[dict[str, Any]] = [{"seat": 0, "play": "add a1"} for _ in range(plays)]
    lines += [{"seat": 0, "undo": undo} for undo in undos]
    header = TEXT.splitlines()[0]
    return parse("\n".join([header, *(json.dumps({"line": n, **line}) for n, line in enumerate(lines, 1))]) + "\n")


def test_what_stands_is_what_was_not_taken_back() -> None:
    record = with_undos(9, [[8, 8], [5, 6], [2, 99]])
    assert [line["line"] for line in record.standing(10)] == [1, 2, 3, 4, 5, 6, 7, 9]
    assert [line["line"] for line in record.standing(11)] == [1, 2, 3, 4, 7, 9]
    assert [line["line"] for line in record.standing()] == [1]


@pytest.mark.parametrize("undo", [[9, 8], [0, 0], [10, 2**53], [-5, -1]])
def test_an_undo_of_nothing_is_refused(undo: list[int]) -> None:
    with pytest.raises(BadRecord, match="which are not there|more lines after them"):
        with_undos(9, [undo])


def test_an_undo_deep_within_a_record_is_refused() -> None:
    """Only sealed choices of others may stand after it; otherwise reading a record would take its square."""
    with pytest.raises(BadRecord, match="Line 10 .* takes back lines 2 to 2, but more lines after them stand"):
        with_undos(9, [[2, 2]])


def test_a_record_of_thousands_of_undos_is_read_in_as_many_steps() -> None:
    looked_at = 0

    class Line(dict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            nonlocal looked_at
            looked_at += 1
            return super().__getitem__(key)

    number = 3000
    record = with_undos(number, [])
    record.lines = [Line(line) for line in record.lines]
    record.lines += [Line(line=number + n, seat=0, undo=[number - n, number - n + n % 2]) for n in range(1, number)]
    assert record.standing() == []
    assert looked_at < 10 * len(record.lines)


def test_a_kept_record_is_on_disk_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "game.parlor"
    table = Table(parlor.game("pizza-theory"), seats=3, seed=Seed("x"), first=0)
    table.record.keep(path)
    for text in ("add a1", "add a4", "add d1"):
        table.play(table.state.to_act[0], text)
        assert load_record(path, parlor.game).replay().dump() == table.state.dump()
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="no readable file"):
        load_record(tmp_path / "nothing", parlor.game)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="no readable file"):
        load_record(tmp_path / "binary", parlor.game)


@pytest.mark.parametrize(("format", "draws", "added"), [(1, 75, []), (2, 74, [0, 1])])
def test_records_of_every_format_verify_for_ever(format: int, draws: int, added: list[int]) -> None:
    path = Path(__file__).parent / "records" / f"format-{format}.parlor"
    record = load_record(path, parlor.game)
    assert record.dumps() == path.read_text(encoding="utf-8")
    assert (record.format, verify(record), sorted(record.deal.nonces)) == (format, draws, added)


def test_the_head_keeps_names_and_bad_ones_are_refused() -> None:
    game = parlor.game("pizza-theory")
    record = Record(game, 3, game.checked_options(3, {}), "0" * 64)
    assert "names" not in record.dumps()
    record.names = {0: "\x1b[2JАда\u202e", 2: "x" * 60}
    read = parse_record(record.dumps(), lambda _: game)
    assert read.names == {0: "[2JАда", 2: "x" * 40}
    with pytest.raises(BadRecord, match="names"):
        parse_record(record.dumps().replace(f'"{"x" * 60}"', "7"), lambda _: game)
