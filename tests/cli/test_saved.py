"""Games kept in files: interrupted at any moment, they go on from the last whole line."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import parlor as engine
from parlor.core.record import load_record

from .conftest import Parlor, environment, real


def test_the_secret_is_for_its_owner_alone_until_the_game_is_over(saved_game: Path) -> None:
    secret = Path(f"{saved_game}.seed")
    assert secret.stat().st_mode & 0o777 == 0o600
    assert '"seed": "s"' in secret.read_text()
    assert '"seed"' not in saved_game.read_text()


def test_a_saved_game_goes_on_where_it_was(parlor: Parlor, saved_game: Path) -> None:
    lines = len(load_record(saved_game, engine.game).lines)
    run = parlor("play", "--resume", saved_game, typed="5\nquit\n")
    assert f"after line {lines}." in run.out
    # What happened since one's last move is told again.
    assert "Red adds a topping in the middle." in run.out
    assert "White: the bot greedy." in run.out
    assert "Cuts: Red 5" in run.out
    assert len(load_record(saved_game, engine.game).lines) > lines


def test_bots_answer_alike_with_or_without_a_break(parlor: Parlor, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    options = ("--seed", "same", "--option", "first=0", "--bots", "random,greedy")
    parlor("play", *options, "--save", whole, typed="d4\n5\nquit\n")
    parlor("play", *options, "--save", broken, typed="d4\nquit\n")
    parlor("play", "--resume", broken, typed="5\nquit\n")
    assert whole.read_bytes() == broken.read_bytes()


def test_a_killed_game_is_recovered_to_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "killed.parlor"
    command = [sys.executable, "-m", "parlor.cli", "play", "--option", "first=0", "--save", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment(), text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write("d4\n5\n")
        process.stdin.flush()
        end = time.monotonic() + 30
        while not path.exists() or path.read_text().count("\n") < 7:
            assert time.monotonic() < end
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert process.returncode == -signal.SIGKILL
    whole = path.read_text()
    assert whole.endswith("}\n")
    lines = whole.splitlines()
    # The last line broke off in the middle, as a failing disk leaves it.
    path.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][: len(lines[-1]) // 2])

    seen = real("replay", path)
    assert seen.status == 0
    assert "broke off" in seen.out

    run = real("play", "--resume", path, typed="quit\n")
    assert run.status == 0
    assert "had broken off while it was written and is left out" in run.out
    assert f"the game goes on after line {len(lines) - 2}." in run.out
    recovered = path.read_text()
    assert recovered.startswith("\n".join(lines[:-1]) + "\n")
    assert recovered.endswith("}\n")
    assert not load_record(path, engine.game).incomplete


def test_a_game_killed_at_any_byte_goes_on(parlor: Parlor, saved_game: Path) -> None:
    text = saved_game.read_text()
    header = text.index("\n") + 1
    for end in range(header, len(text), 7):
        saved_game.write_text(text[:end])
        run = parlor("play", "--resume", saved_game, typed="quit\n")
        assert run.status == 0, run.err
        assert ("broken off" in run.out) == (text[end - 1] not in "\n}")
