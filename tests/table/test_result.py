"""How a game ended, in words, for each of those who played."""

from __future__ import annotations

import parlor
from parlor.core.outcome import Outcome
from parlor.core.words import Message, Names, say
from parlor.table.result import result, stayed

GAME = parlor.game("new-york-slice")
CALLED = {0: "Anna", 1: "Rosa", 2: "Bo"}


def outcome(scores: list[int], eaten: list[int]) -> Outcome:
    best = max(zip(scores, eaten, strict=True))
    winners = [seat for seat, rank in enumerate(zip(scores, eaten, strict=True)) if rank == best]
    reason = Message("new-york-slice.outcome.points", winners=winners, points=best[0], eaten=best[1])
    return Outcome(winners, scores, reason, {"eaten": eaten})


def told(found: Outcome, viewer: int | None, language: str = "en", resigned: tuple[int, ...] = ()) -> list[str]:
    names = Names(CALLED, viewer)
    return [say(message, language, names) for message in result(GAME, found, resigned, viewer)[1:]]


def test_the_result_says_by_how_much_and_how_you_did() -> None:
    found = outcome([34, 31, 30], [1, 2, 3])
    assert told(found, None) == ["Anna is 3 points ahead of Rosa."]
    assert told(found, 0) == ["You are 3 points ahead of Rosa."]
    assert told(found, 1) == ["Anna is 3 points ahead of you.", "You came second with 31 points."]
    assert told(found, 2, "fr") == ["Anna a 3 points d’avance sur Rosa.", "Vous finissez troisième avec 30 points."]


def test_of_two_whoever_is_not_ahead_is_behind() -> None:
    found = outcome([34, 31], [1, 2])
    assert told(found, 0) == ["You are 3 points ahead of Rosa."]
    assert told(found, 1) == ["Anna is 3 points ahead of you."]


def test_the_best_of_those_who_stayed_wins_by_the_tie_break_of_the_game() -> None:
    found = stayed(GAME, outcome([34, 31, 31], [1, 2, 3]), {0})
    assert found.winners == (2,)
    assert say(found.reason, "en", Names(CALLED, 2)) == "You won: Anna gave up."
    assert say(found.reason, "fr", Names(CALLED, 0)) == "Bo gagne\u00a0: vous avez abandonné."
    assert told(found, 1, resigned=(0,)) == ["You came second with 31 points."]


def test_who_gave_up_and_did_not_come_first_changes_nothing() -> None:
    whole = outcome([34, 31, 30], [1, 2, 3])
    assert stayed(GAME, whole, {2}) == whole
