from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core import bits
from parlor.core.chance import MULTIPLIER, Rng, Seed, index_of


@given(st.integers(0, 2**60))
def test_bits_count_and_find(number: int) -> None:
    members = [index for index in range(61) if number >> index & 1]
    assert bits.count(number) == len(members)
    for place, member in enumerate(members):
        assert bits.nth(number, place) == bits.bit(member) == 1 << member
    if members:
        assert bits.lowest(number) == members[0]


def test_the_generator_is_the_same_everywhere() -> None:
    rng = Rng(2026)
    assert [rng.below(1000) for _ in range(8)] == [505, 774, 969, 953, 586, 971, 511, 752]


def test_the_generator_follows_its_recurrence() -> None:
    rng = Rng(5)
    state = rng.state
    for _ in range(1000):
        state = MULTIPLIER * (state % 2**32) + state // 2**32
        assert rng.below(2**28) == ((state ^ (state >> 32)) % 2**32) * 2**28 >> 32
        assert rng.state == state < 2**61


def test_the_generator_is_even() -> None:
    rng = Rng(1)
    faces = Counter(rng.below(6) for _ in range(60_000))
    # Chi-square with five degrees of freedom: 20.5 is passed once in a thousand.
    assert sum((count - 10_000) ** 2 / 10_000 for count in faces.values()) < 20.5
    pairs = Counter((rng.below(6), rng.below(6)) for _ in range(36_000))
    assert sum((count - 1_000) ** 2 / 1_000 for count in pairs.values()) < 66.6
    assert 0 <= rng.random() < 1


def test_weights_are_laid_end_to_end() -> None:
    assert [index_of([2, 1, 3], point) for point in range(6)] == [0, 0, 1, 2, 2, 2]
    with pytest.raises(ValueError, match="beyond"):
        index_of([1], 1)


def test_a_seed_commits_without_giving_itself_away() -> None:
    seed = Seed("secret")
    assert seed.commitment == hashlib.sha256(b"secret").hexdigest()
    assert Seed().secret != Seed().secret


def test_draws_follow_from_the_seed_and_the_line_by_weight() -> None:
    game = parlor.game("pizza-theory")
    outcomes = game.new(seats=3).chance()
    outcomes = [(outcomes[0][0], 1), (outcomes[1][0], 2), (outcomes[2][0], 0)]
    drawn = Counter(str(Seed("s").draw(line, outcomes)) for line in range(3000))
    assert set(drawn) == {"start 0", "start 1"}
    assert 900 < drawn["start 0"] < 1100
    assert [Seed("s").draw(7, outcomes) for _ in range(5)] == [Seed("s").draw(7, outcomes)] * 5
