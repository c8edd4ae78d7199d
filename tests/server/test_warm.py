"""What is done once is done at the start, so that nobody's first visit keeps the others waiting."""

from __future__ import annotations

from pathlib import Path

from parlor import games
from parlor.web import app as pages

from .house import run, serving


def test_pages_are_ready_before_the_first_visit(tmp_path: Path) -> None:
    async def test() -> None:
        pages._templates.cache.clear()  # type: ignore[union-attr]
        pages._statics.cache_clear()
        async with serving(tmp_path / "db", pages.make_site):
            assert {name for _, name in pages._templates.cache or ()} == set(pages._templates.list_templates())
            assert pages._statics.cache_info().currsize == len(games.names())

    run(test)
