"""The rules that people read: whole, in every language, at the moment they are opened, and offered once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import parlor
from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.seats import CHANCE
from parlor.core.words import LANGUAGES
from parlor.games.pizza_theory.drawing.example import EXAMPLE
from tests.web.conftest import NewPage, Site
from tests.web.tables import set_table, wait_for_turn

GAMES = [parlor.game(name) for name in parlor.games.names()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_chapter_and_figure_is_there_in_every_language(game: Game) -> None:
    books = [game.rulebook(language) for language in LANGUAGES]
    assert [[chapter.id for chapter in book] for book in books] == [list(game.chapters)] * len(LANGUAGES)
    for chapters in zip(*books, strict=True):
        assert len({chapter.title for chapter in chapters}) == len(LANGUAGES)
        assert len({len(chapter.paragraphs) for chapter in chapters}) == 1
        for chapter in chapters:
            assert chapter.paragraphs
            assert f"{game.name}." not in " ".join([chapter.title, *chapter.paragraphs])
    for _, name in game.figures:
        for language in LANGUAGES:
            assert game.figure(name, language).startswith("<svg")
    assert len(game.legend("en")) == len(game.legend("fr")) > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_moment_has_its_chapter(game: Game) -> None:
    rng = Rng(3)
    met = set()
    for seats in game.seat_counts:
        state = game.new(seats=seats)
        while state.outcome is None:
            seat = state.to_act[0]
            met.add(game.chapter(state.view(None if seat == CHANCE else seat)))
            moves = [move for move, _ in state.chance()] if seat == CHANCE else state.legal_moves(seat)
            state.apply(seat, moves[rng.below(len(moves))])
        met.add(game.chapter(state.view(None)))
    assert met <= set(game.chapters)
    assert len(met) >= 4


def test_the_worked_example_comes_out_as_its_chapter_says() -> None:
    game = parlor.game("pizza-theory")
    state = game.load(EXAMPLE)
    events = state.play(2, game.parse_move("cut 4"))
    told = game.explanation(state.view(None), events, "en")
    assert told is not None
    ends = [re.sub(r".*?\. ", "", sentence, count=1) for sentence in told[0]]
    assert ends == [
        "White has the majority: 1 of Green becomes White.",
        "Red and Green tie: 1 of White is taken off.",
        "Red has the majority: 1 of Green becomes Red, 1 of White becomes Red.",
        "All three tie: nothing changes.",
        "Red has the majority: nothing changes.",
    ]


def test_the_rules_open_at_the_moment_and_are_offered_once(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    # One thing after the other: a name is asked first.
    page.click("#ask-name-skip")
    expect(page.locator("#newcomer")).to_be_visible()
    board = page.locator("#board > svg").bounding_box()
    page.click("#newcomer-rules")
    expect(page.locator("#chapter-add")).to_be_in_viewport()
    expect(page.locator("#chapter-add")).to_have_class("is-now")
    expect(page.locator("#chapter-goal h2")).not_to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#newcomer")).to_be_hidden()
    assert page.locator("#board > svg").bounding_box() == board
    page.reload()
    wait_for_turn(page)
    expect(page.locator("#newcomer")).to_be_hidden()
