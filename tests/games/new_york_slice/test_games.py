"""Whole games of New York Slice: what holds at every step, what viewers may believe, and what a table does."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import parlor
from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng, Seed
from parlor.core.errors import IllegalMove
from parlor.core.game import Game
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import LANGUAGES, say
from parlor.games.new_york_slice.box import SPECIALS, Special
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.knowledge import possible
from parlor.table import Table
from parlor.testing import check_sample
from tests.games.new_york_slice import slow
from tests.games.new_york_slice.table import GAME, PIZZA, play, position, random_move, seat, taking
from tests.games.new_york_slice.test_scoring import SLICES

GAMES = 12 if parlor.build.is_compiled() else 4
FIRST = parlor.game("new-york-slice", rules=1)
VERSIONS = (FIRST, GAME)


def total(state: SliceState) -> int:
    """All slices, wherever they are."""
    pending = int(state.mystery >= 0 and state.received == Special.MYSTERY_SLICE)
    on_table = state.dealt if state.dealt < 11 else len([text for text in state.dump()["pizza"] if text])
    return sum(state.bag) + sum(state.collected) + sum(state.eaten) + on_table + pending


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_whole_games_hold_together(seats: int) -> None:
    rng = Rng(seats)
    for _ in range(GAMES):
        state = GAME.new(seats=seats)
        assert isinstance(state, SliceState)
        slices = total(state)
        while state.to_act:
            assert total(state) == slices
            assert state.undealt == sum(state.bag)
            data = state.dump()
            assert GAME.load(json.loads(json.dumps(data))).dump() == data
            if data["phase"] == "sneak":
                found = {str(move) for move in state.legal_moves(state.turn)} - {"pass"}
                assert found == slow.sneaks(data["portions"]) != set()
            move = random_move(state, rng)
            assert GAME.parse_move(str(move)) == move
            before = state.copy()
            events = state.play(state.to_act[0], move)
            assert before.dump() == data
            for language in LANGUAGES:
                assert all(
                    "{" not in say(event, language) and "-slice." not in say(event, language) for event in events
                )
        assert state.outcome is not None
        assert state.outcome.details is not None
        assert state.outcome.details["check"] == slow.guest_check(state.dump()["table"])


@pytest.mark.parametrize("game", VERSIONS, ids=["rules-1", "rules-2"])
def test_both_versions_let_eat_what_the_slow_version_does(game: Game) -> None:
    """Whoever is asked may eat exactly that, and whoever is not asked could eat nothing."""
    specials = ["you-love-veggies", "combo-craving", "mystery-slice", "dibs", "buffet", "seconds"]
    asked = after_veggies = 0
    for seed in range(GAMES * 2):
        rng = Rng(seed)
        state = game.new(seats=3 + seed % 4, specials=specials)
        while state.to_act:
            before = state.dump()
            move = random_move(state, rng)
            gained = slow.gained(before, str(move))
            state.apply(state.to_act[0], move)
            if gained is None:
                continue
            expected = slow.edible(gained, game.rules)
            assert (state.dump()["phase"] == "eat") == bool(expected)
            held = gained["table"][gained["turn"]]["specials"]
            after_veggies += "you-love-veggies" in held and gained["received"] != "you-love-veggies"
            if expected:
                asked += 1
                legal = state.legal_moves(state.to_act[0])
                assert set(legal.parts()) == {*expected, "done"}
                # Veggies collected before are alike: only their number counts.
                alike = [expected.count("c3"), expected.count("c3a")]
                assert len(legal) == 2 ** (len(expected) - sum(alike)) * (alike[0] + 1) * (alike[1] + 1)
    assert asked > 100
    assert after_veggies > GAMES


def test_versions_differ_in_nothing_but_later_veggies() -> None:
    """The same moves lead to the same positions as long as nobody holds You Love Veggies."""
    for seed in range(GAMES):
        rng = Rng(seed)
        without = [special for special in SPECIALS if special != "you-love-veggies"]
        states = [game.new(seats=2 + seed % 5, specials=without) for game in VERSIONS]
        while states[0].to_act:
            move = random_move(states[0], rng)
            for state in states:
                state.apply(state.to_act[0], move)
            assert states[0].dump() == {**states[1].dump(), "rules": 1}
        assert states[0].outcome == states[1].outcome


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_views_and_samples_agree(seats: int) -> None:
    rng = Rng(seats)
    for _ in range(GAMES):
        state = GAME.new(seats=seats)
        for _ in plays(state, at_random(rng), rng):
            if rng.below(8) and state.dump()["mystery"] is None:
                continue
            for viewer in (None, *range(seats)):
                view = GAME.load_view(json.loads(json.dumps(state.view(viewer).dump())))
                assert view == state.view(viewer)
                world = GAME.sample(view, rng)
                assert world.view(viewer) == view
                if viewer is not None:
                    assert list(view.legal_moves) == list(state.legal_moves(viewer))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_playouts_end(seats: int) -> None:
    rng = Rng(seats)
    for _ in range(GAMES * 5):
        state = GAME.new(seats=seats)
        state.playout(rng)
        assert isinstance(state, SliceState)
        assert state.undealt + sum(state.collected) + sum(state.eaten) == sum(state.components.bag(seats))
        assert state.undealt in (2, 3)
        assert state.outcome is not None
        assert state.outcome.details is not None
        assert state.outcome.details["check"] == slow.guest_check(state.dump()["table"])


def test_thousands_of_end_positions_agree_with_the_slow_guest_check() -> None:
    rng = Rng(7)
    for _ in range(GAMES * 200):
        table = [seat() for _ in range((3, 4, 6)[rng.below(3)])]
        for slice in SLICES:
            place = rng.below(3)
            if place:
                table[rng.below(len(table))]["collected" if place == 1 else "eaten"].append(slice)
        for special in SPECIALS:
            if rng.below(4):
                table[rng.below(len(table))]["specials"].append(special)
        for own in table:
            if "S" in own["collected"] and rng.below(3):
                own["collected"][own["collected"].index("S")] = f"S@{3 + rng.below(9)}"
        outcome = position("scoring", *table).outcome
        assert outcome is not None
        assert outcome.details is not None
        assert outcome.details["check"] == slow.guest_check(table)
        assert list(outcome.winners) == slow.winners(table)


def mystery_eaten(specials: str, drawn: str, rules: int = 2) -> State:
    portions = [[9, "+"], [10, 11, 1, 2, 3, 4], [5, 6, 7, 8]]
    state = taking(portions, seat(), seat("", "", specials), seat(), special="mystery-slice", rules=rules)
    play(state, "take 1", f"mystery {drawn}", "eat m")
    return state


def test_nys_4_1_an_eaten_mystery_slice_was_edible() -> None:
    combos = {"4/6", "5/9", "7/11"}
    for specials, rules, also in (
        ("", 2, set[str]()),
        ("combo-craving", 2, combos),
        ("you-love-veggies", 2, set[str]()),
        ("you-love-veggies", 1, {"3"}),
    ):
        state = mystery_eaten(specials, "11", rules)
        worlds, weights = possible(state.view(0))
        texts = [world.dump()["mystery"]["slice"] for world in worlds]
        edible = {text for text in SLICES if slow.pepperoni_on(text) and text != "S"}
        assert set(texts) == edible | also
        left = Counter(SLICES) - Counter(PIZZA)
        assert dict(zip(texts, weights, strict=True)) == {text: left[text] for text in texts}
        assert len({json.dumps(world.view(0).dump()) for world in worlds}) == 1


def test_nys_4_1_being_asked_shows_that_the_mystery_slice_is_edible() -> None:
    portions = [[9, "+"], [10, 11, 1, 2, 3, 4], [5, 6, 7, 8]]
    state = taking(portions, seat(), seat(), seat(), special="mystery-slice")
    play(state, "take 1", "mystery 4")
    worlds, _ = possible(state.view(2))
    assert all(slow.pepperoni_on(world.dump()["mystery"]["slice"]) for world in worlds)


def test_nys_4_1_samples_follow_their_weight() -> None:
    view = mystery_eaten("", "11").view(0)
    rng = Rng(3)
    found = Counter(str(GAME.sample(view, rng).dump()["mystery"]["slice"]) for _ in range(3000))
    left = Counter(SLICES) - Counter(PIZZA)
    edible = sum(count for text, count in left.items() if slow.pepperoni_on(text))
    assert abs(found["11"] / 3000 - left["11"] / edible) < 0.03
    assert abs(found["4a"] / 3000 - left["4a"] / edible) < 0.02


def test_nys_4_1_the_guest_check_narrows_a_mystery_slice_down() -> None:
    state = mystery_eaten("", "11").dump()
    state |= {"phase": "scoring", "pizza": [], "portions": [], "chosen": [], "special": None, "turn": None}
    end = GAME.load(state)
    worlds, _ = possible(end.view(0))
    assert {world.dump()["mystery"]["slice"] for world in worlds} == {"11", "11a"}


def test_a_table_plays_forced_moves_and_asks_nobody() -> None:
    table = Table(GAME, seats=3, seed=Seed("slices"))
    rng = Rng(1)
    while table.state.to_act:
        view = table.view(table.state.to_act[0])
        assert len(view.legal_moves) > 1
        assert GAME.prompt(view).id.startswith("new-york-slice.prompt")
        for language in LANGUAGES:
            assert "{" not in say(GAME.prompt(view), language)
        table.play(table.state.to_act[0], view.legal_moves[rng.below(len(view.legal_moves))])
    plays = [line["play"] for line in table.record.lines if "play" in line]
    assert len([text for text in plays if text.startswith("take")]) == 18


def test_nothing_changes_by_an_illegal_move() -> None:
    rng = Rng(5)
    texts = ["divide 1-11,+", "take 6", "eat 11", "attach 3", "dibs 2", "cut", "sneak 3 2", "seconds 8:9", "pass"]
    for seats in (2, 4):
        state = GAME.new(seats=seats)
        for actor, _ in plays(state, at_random(rng), rng):
            before = state.dump()
            for text in texts:
                move = GAME.parse_move(text)
                if actor == CHANCE or move not in state.legal_moves(actor):
                    with pytest.raises(IllegalMove) as caught:
                        state.play(actor, move)
                    for language in LANGUAGES:
                        assert "-slice." not in say(caught.value.message, language)
            assert state.dump() == before
        with pytest.raises(IllegalMove, match="the game is over"):
            state.play(0, GAME.parse_move("pass"))


def test_the_full_truth_shows_everything() -> None:
    state = mystery_eaten("", "11")
    assert state.view(ALL).data == state.dump()
    assert GAME.sample(state.view(ALL), Rng(0)).dump() == state.dump()


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_nys_4_1_samples_are_as_frequent_as_their_worlds(viewer: int | None) -> None:
    """A Mystery slice is drawn and may be eaten: the only thing that anybody has to guess."""
    portions = [[9, "+"], [10, 11, 1, 2, 3, 4], [5, 6, 7, 8]]
    state = taking(portions, seat(), seat("", "", "combo-craving"), seat(), special="mystery-slice")
    play(state, "take 1")
    for seed in range(4):
        check_sample(GAME, state, viewer, 2, 400, seed)
