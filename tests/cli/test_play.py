"""`parlor play`: against bots and with people who share the keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import parlor as engine
from parlor.cli.moves import list_moves, read_move
from parlor.cli.screen import Screen
from parlor.cli.session import Session
from parlor.core.chance import Seed
from parlor.core.errors import BadMove
from parlor.core.record import load_record, verify
from parlor.core.view import View
from parlor.games import names
from parlor.table import Table, seats_for

from .conftest import Parlor, real
from .terminal import Terminal

GAME = engine.game("pizza-theory")


def start() -> View:
    return GAME.new(seats=3, first=0).view(0)


def test_short_forms_are_ends_that_one_legal_move_has() -> None:
    view = start()
    assert str(read_move(view, "d4")) == "add d4"
    assert str(read_move(view, "ADD  D4")) == "add d4"
    assert str(read_move(view, "add d4")) == "add d4"
    cut = GAME.load({"seats": 3, "board": "4/2G2/1R2G1/7/1R2W1/2W2/4", "first": 0, "phase": "cut"}).view(0)
    assert str(read_move(cut, "5")) == "cut 5"
    with pytest.raises(BadMove):
        read_move(cut, "7")


def test_a_short_form_that_is_illegal_says_why(parlor: Parlor) -> None:
    run = parlor("play", "--option", "first=0", typed="c3\nquit\n")
    assert "c3 is next to your own topping on c2" in run.out


def test_the_list_of_moves_is_by_verb_and_not_endless() -> None:
    assert list_moves([]) == []
    assert list_moves(start().legal_moves)[0].startswith("add a1, a2,")
    many = list_moves(list(start().legal_moves) * 4)
    assert re.fullmatch(r"… \(\+\d+\)", many[-1])


def test_a_game_against_bots_shows_board_log_and_prompt(parlor: Parlor) -> None:
    run = parlor("play", "--seed", "s", "--option", "first=0", typed="d4\n5\nquit\n")
    assert run.status == 0
    assert "You are Red." in run.out
    assert "White: the bot greedy." in run.out
    assert "1st  R  Red     3/16 ← you" in run.out
    assert "Red adds a topping in the middle." in run.out
    assert re.search(r"Green adds a topping [a-z ]+\.", run.out)
    assert "Choose your cut in secret" in run.out
    assert re.search(r"Cuts: Red 5, Green \d, White \d", run.out)
    assert "The pizza turns: round 2" in run.out
    assert run.out.rstrip().endswith("next time, --save FILE keeps it.")


def test_mistakes_never_end_the_game(parlor: Parlor) -> None:
    run = parlor("play", "--option", "first=0", typed="nonsense\nc2\nadd c3\ncut 3\nundo\n\nd4\nquit\n")
    assert run.status == 0
    assert "“nonsense” is not a move of pizza-theory. Moves look like" in run.out
    assert "c2 is not empty: a red topping lies there" in run.out
    assert "“cut 3” does not fit: this is the moment to add" in run.out
    assert "Red has no move to take back" in run.out
    assert "Red adds a topping in the middle." in run.out


def test_the_words_besides_moves(parlor: Parlor) -> None:
    run = parlor("play", "--seed", "s", "--option", "first=0", typed="?\nhint\nrules\nboard\nlog\nquit\n")
    assert "Your moves now:" in run.out
    assert "take back your last move" in run.out
    assert re.search(r"The bot chef would play add \w\d\. Its best estimates, and the share of each move:", run.out)
    assert re.search(r"\n  add \w\d +\d+% ± \d+% +\d+%\n", run.out)
    assert "Everybody secretly chooses one of the six lines" in run.out
    assert run.out.count("Choose") == 0
    assert run.out.count("Add a topping on an empty space") == 2


def test_undo_takes_back_the_last_move_against_bots(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "undo.parlor"
    run = parlor("play", "--option", "first=0", "--save", path, typed="d4\n5\nundo\n6\nquit\n")
    assert "Red takes back a move." in run.out
    record = load_record(path, engine.game)
    undone = next(line for line in record.lines if "undo" in line)
    # The bots chose after the person, so that their cuts are taken back with it and chosen anew.
    assert record.lines[undone["undo"][0] - 1] == {"line": undone["undo"][0], "seat": 0, "play": "cut 5"}
    assert [line["play"] for line in record.standing() if line.get("seat") == 0 and "play" in line][:2] == [
        "add d4",
        "cut 6",
    ]


@pytest.mark.parametrize("arguments", [("--seats", 2), ("--seats", 3), ("--people", 2, "--seats", 2)])
def test_a_whole_game_ends_with_outcome_scores_and_proof(
    arguments: tuple[object, ...], parlor: Parlor, tmp_path: Path
) -> None:
    path = tmp_path / "whole.parlor"
    # Whatever is to do, one of these does it; what does not fit is refused and asked again.
    typed = "".join(f"{cut}\n" + "".join(f"{c}{n}\n\n" for c in "abcdefg" for n in range(1, 8)) for cut in range(1, 7))
    run = parlor("play", "--seed", "whole", "--bot", "random", "--save", path, *arguments, typed=typed * 40)
    assert run.status == 0
    assert re.search(r"(wins\.|You win!|Nobody wins\.|share the win\.) .*\nScores: Red \d+", run.out), run.out[-2000:]
    assert f"parlor verify {path}" in run.out
    assert "The commitment was" in run.out
    assert not Path(f"{path}.seed").exists()
    assert verify(load_record(path, engine.game)) >= 1
    assert parlor("verify", path).status == 0


class Typist(Screen):
    """Somebody who always types the first legal move."""

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        return completions[0] if completions else ""


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_played_to_its_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = engine.game(name)
    for seats in game.seat_counts:
        bots = dict.fromkeys(range(2, seats), "random")
        Session(Table(game, seating=seats_for(seats, bots), seed=Seed("end")), Typist()).run()
        said = capsys.readouterr().out
        assert "Scores: " in said
        assert f"{name}." not in said


def test_end_of_input_leaves_politely(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "left.parlor"
    run = parlor("play", "--save", path, typed="")
    assert run.status == 0
    assert run.out.rstrip().endswith(f"parlor play --resume {path}")
    assert run.err == ""


def test_saving_in_the_middle(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "later.parlor"
    run = parlor("play", "--option", "first=0", typed=f"d4\nsave\nsave {path}\nsave {path}\n5\nquit\n")
    assert "Say where: save FILE." in run.out
    assert "from now on" in run.out
    assert "already, move by move" in run.out
    assert f"parlor play --resume {path}" in run.out
    assert len(load_record(path, engine.game).lines) > 4


def test_seats_people_and_bots_are_arranged_as_asked(parlor: Parlor) -> None:
    run = parlor("play", "--seat", 2, "--bots", "random,greedy", typed="quit\n")
    assert "Red: the bot random.\nGreen: the bot greedy.\nYou are White." in run.out
    run = parlor("play", "--people", 2, "--bot", "random", typed="quit\n")
    assert "Red: somebody at this keyboard." in run.out
    assert "White: the bot random." in run.out
    run = parlor("play", "--people", 2, typed="quit\n")
    assert "White" not in run.out.split("Every draw")[0]


def test_everything_is_said_in_french_too(parlor: Parlor) -> None:
    run = parlor(
        "play", "--language", "fr", "--option", "first=0", typed="aide\nconseil\nrègles\nd4\n5\nannuler\nquitter\n"
    )
    assert "Vous jouez\N{NO-BREAK SPACE}: Rouge." in run.out
    assert "Vos coups maintenant" in run.out
    assert "Rouge reprend un coup." in run.out
    assert "Au revoir." in run.out
    assert "cli." not in run.out
    assert "pizza-theory." not in run.out


def test_the_language_of_the_environment() -> None:
    assert "Vous jouez\N{NO-BREAK SPACE}: Rouge." in real("play", typed="quit\n", LANG="fr_FR.UTF-8").out
    assert "You are Red." in real("play", typed="quit\n", LANG="de_DE.UTF-8").out


@pytest.mark.parametrize(("answer", "taken_back"), [("yes", True), ("no", False)])
def test_people_who_have_moved_since_are_asked_before_an_undo(parlor: Parlor, answer: str, taken_back: bool) -> None:
    # Red, Green and White add, and White cuts; Red, who is to cut next, wants the topping back.
    typed = f"\nd4\n\nd2\n\nd7\n\n3\n\nundo\n{answer}\n{answer}\nquit\nquit\n"
    run = parlor("play", "--people", 3, "--option", "first=0", typed=typed)
    assert "Green: may Red take back the last move? (yes/no)" in run.out
    assert ("Red takes back a move." in run.out) == taken_back
    assert ("Green does not agree: nothing is taken back." in run.out) == (not taken_back)


def test_the_one_who_has_just_moved_may_take_it_back_at_the_hide_screen(parlor: Parlor) -> None:
    run = parlor("play", "--people", 3, "--option", "first=0", typed="\nd4\nundo\na1\n\nquit\n")
    assert "Red may still type undo" in run.out
    assert "Red takes back a move." in run.out
    assert run.out.index("Red takes back a move.") < run.out.index("Red adds a topping at the crust.")


def test_a_hide_screen_stands_between_people_who_share_the_keyboard() -> None:
    with Terminal("play", "--people", 2, "--option", "first=0", "--seed", "hide") as terminal:
        terminal.read_until("Press Enter to begin.")
        terminal.type("")
        terminal.read_until("Red: press Enter when you are at the keyboard.")
        terminal.type("")
        terminal.read_until("> ")
        terminal.type("d4")
        hidden = terminal.read_until("Green: press Enter when you are at the keyboard.")
        # The screen and what has scrolled off it are wiped, and nothing but whose turn it is follows.
        after = hidden.split("\x1b[3J")[-1]
        assert "It is the turn of Green." in after
        assert "3/16" not in after
        terminal.type("")
        terminal.read_until("> ")
        terminal.type("d2")
        terminal.read_until("Red: press Enter when you are at the keyboard.")
        terminal.type("")
        put = terminal.read_until("> ")
        space = re.search(r"put (\w\d)”", put)
        assert space
        terminal.type(space.group(1))
        secret = terminal.read_until("press Enter when you are at the keyboard.")
        assert "Red chooses in secret now. Nobody else looks." in secret
        terminal.type("")
        terminal.read_until("> ")
        terminal.type("cut 5")
        passed = terminal.read_until("Green: press Enter when you are at the keyboard.").split("\x1b[3J")[-1]
        assert "5" not in passed
        terminal.type("")
        green = terminal.read_until("> ").split("\x1b[3J")[-1]
        assert "Red has chosen a cut." in green
        assert "seals line 5" not in green
        terminal.type("quit")
        terminal.read_until("Goodbye.")
        assert terminal.status() == 0


def test_control_c_leaves_politely(tmp_path: Path) -> None:
    path = tmp_path / "interrupted.parlor"
    with Terminal("play", "--option", "first=0", "--save", path) as terminal:
        terminal.read_until("Press Enter to begin.")
        terminal.type("")
        terminal.read_until("> ")
        # Python looks for an interrupt only once it waits for a key.
        time.sleep(0.5)
        said = terminal.interrupt()
        assert "--resume" in said
        assert "Traceback" not in said
        assert terminal.status() == 0
        assert real("play", "--resume", path, typed="quit\n").status == 0
