"""One outlet: what a socket is sent depends on nothing that its seat may not know."""

from __future__ import annotations

import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.testing.walk import difference

from .house import Home, run, serving
from .twins import Twin, openings, twin_play

# So many plays, or fewer where the tables differed so often by then that whatever tells them apart was seen long ago.
PLAYS = 2000
DIFFERENT = 300 if parlor.build.is_compiled() else 50
LONGEST = 40
# What tokens, their digests and seeds are made of.
RUN = re.compile(r"[\w-]+")


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that need not wait for a disk, where there is one."""
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    yield folder
    shutil.rmtree(folder)


class Comparison:
    """Pairs of twins, until enough has been played."""

    def __init__(self, house: Home, name: str) -> None:
        self.house = house
        self.game = parlor.game(name)
        self.rng = Rng(1)
        self.plays = 0
        self.different = 0
        self.pairs = 0
        self.canaries: set[str] = set()
        self.sent: list[str] = []

    async def run(self) -> None:
        while self.plays < PLAYS and self.pairs < PLAYS and self.different < DIFFERENT:
            await self.pair()

    async def pair(self) -> None:
        seats = self.game.seat_counts[self.pairs % len(self.game.seat_counts)]
        viewer = [*range(seats), None][self.rng.below(seats + 1)]
        self.pairs += 1
        first, second = (
            Twin(self.house, self.game, lines, seats) for lines in openings(self.game, seats, viewer, self.rng)
        )
        await first.open()
        await second.open()
        for twin in (first, second):
            twin.use(Seed(f"pair-{self.pairs}"))
        await self._compare(first, second, viewer)
        for _ in range(LONGEST):
            if first.table.outcome is not None or second.table.outcome is not None:
                break
            found = twin_play(first, second, viewer, self.rng)
            if found is None:
                break
            seat, move, other = found
            # Whatever was chosen, it is acknowledged with the same words.
            assert await first.play(seat, move) == await second.play(seat, other)
            self.plays += 2
            await self._compare(first, second, viewer)
        for twin in (first, second):
            # The seed is no secret any more once the game is over.
            over = twin.table.outcome is not None
            self.canaries |= {secret for secret in twin.secrets if not over or secret in twin.tokens}
            for visitor in twin.at.values():
                self.sent += visitor.texts
                await visitor.socket.close()

    async def _compare(self, first: Twin, second: Twin, viewer: int | None) -> None:
        one, other = await first.texts(viewer), await second.texts(viewer)
        self.sent += [*one, *other]
        if first.table.outcome is None and second.table.outcome is None:
            for text, another in zip(one, other, strict=True):
                assert text == another, f"seat {viewer} of {self.game.name}: {difference(text, another)}"
        self.different += first.table.state.dump() != second.table.state.dump()


@pytest.mark.long
@pytest.mark.parametrize("name", parlor.games.names())
def test_two_tables_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(
    name: str, memory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    found: list[Comparison] = []

    async def test() -> None:
        async with serving(memory / "db", access_log=True) as house:
            comparison = Comparison(house, name)
            await comparison.run()
            for path in ("/api/tables", "/metrics", "/health", "/api/tables/none"):
                async with house.client.get(house.url + path) as response:
                    comparison.sent.append(await response.text())
            comparison.sent += house.bodies
            found.append(comparison)

    run(test, 300)
    (comparison,) = found
    # The test is worth something only if much was played, and the tables did differ.
    assert comparison.plays > PLAYS / 4 or comparison.different >= DIFFERENT
    assert comparison.different > 5, (comparison.different, comparison.plays)
    # A pair of tables brings at least two seeds and a token.
    assert len(comparison.canaries) > 20
    assert found_in(comparison.canaries, [*comparison.sent, caplog.text]) == []


def found_in(canaries: set[str], texts: list[str]) -> list[str]:
    """The canaries that stand in the texts: each is one run of such characters, and most runs are said often."""
    assert all(RUN.fullmatch(canary) for canary in canaries)
    runs = "\n".join({run for text in texts for run in RUN.findall(text)})
    return [canary for canary in canaries if canary in runs]


def test_a_canary_is_found_wherever_it_stands() -> None:
    canaries = {"tw-1", "x_Y", "absent"}
    assert sorted(found_in(canaries, ['{"seed":"tw-1"}', "nothing", "GET /table/abx_Yz HTTP"])) == ["tw-1", "x_Y"]


def test_a_sealed_choice_is_acknowledged_alike_whatever_it_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            said = set()
            for cut in range(1, 7):
                id, _, at = await house.before_the_cut()
                for visitor in at.values():
                    await visitor.until(lambda frame: frame["about"]["line"] == 3)
                    visitor.texts.clear()
                await at[0].play(0, f"cut {cut}")
                await at[1].until(lambda frame: frame["about"]["line"] == 4)
                commitment = at[1].frame["about"]["commitment"]
                others = at[1].texts[-1].replace(id, "").replace(commitment, "")
                said.add((at[0].texts[-1], others))
            assert len(said) == 1

    run(test)


def test_errors_tell_nothing_of_sealed_choices(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            said = []
            for cut in (1, 6):
                _, _, at = await house.before_the_cut()
                await at[0].play(0, f"cut {cut}")
                wrong = [("cut 7", 3), ("add a1", 3), ("cut 1", 4), ("pass", 3)]
                answers = [await at[1].ask("play", seat=1, move=move, line=line) for move, line in wrong]
                answers += [await at[1].ask("undo", seat=1), await at[1].ask("parts", seat=1, picked=[])]
                said.append([{**answer, "note": 0} for answer in answers])
            assert said[0] == said[1]

    run(test)
