"""A short siege: every kind of hostile message reaches the server, and changes and breaks nothing."""

from __future__ import annotations

from pathlib import Path

from parlor.web.app import make_site

from .house import run, serving
from .siege.attackers import Counts
from .siege.kinds import KINDS
from .siege.siege import Siege, planned

LEAST = 4


def test_a_short_siege_changes_and_breaks_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", make_site) as house:
            siege = Siege(int(house.url.rpartition(":")[2]), tmp_path / "db", attackers=12, seed=1)
            await siege.prepare()
            counts: Counts = await siege.lay(planned(LEAST * len(KINDS) + 400, LEAST, seed=1))
            assert not counts.failed
            # A busy server turns some away before.
            assert all(counts.reached[name] for name in KINDS), counts
            assert not siege.changed()
            await house.get("/health")

    run(test)
