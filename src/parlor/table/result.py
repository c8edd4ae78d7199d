"""How a game ended, for whoever reads it: who won and why, by how much, and how the reader did."""

from __future__ import annotations

from collections.abc import Collection

from parlor.core.game import Game
from parlor.core.outcome import Outcome
from parlor.core.words import LANGUAGES, Message, template


def stayed(game: Game, outcome: Outcome, resigned: Collection[int]) -> Outcome:
    """The outcome when some have given up: they win nothing, and the best of those who stayed wins."""
    winners = [seat for seat in outcome.winners if seat not in resigned]
    if winners or not outcome.winners or len(resigned) == len(outcome.scores):
        reason = outcome.reason
        if list(outcome.winners) != winners:
            reason = _won(winners, resigned)
        return Outcome(winners, outcome.scores, reason, outcome.details)
    ranks = game.ranks(outcome)
    best = max([rank for seat, rank in enumerate(ranks) if seat not in resigned])
    winners = [seat for seat, rank in enumerate(ranks) if seat not in resigned and rank == best]
    return Outcome(winners, outcome.scores, _won(winners, resigned), outcome.details)


def given_up(seats: int, resigned: Collection[int]) -> Outcome:
    """The outcome of a game that ends because somebody gives up: the others win."""
    winners = [seat for seat in range(seats) if seat not in resigned]
    return Outcome(winners, [0] * seats, _won(winners, resigned))


def called_off(seats: int, seat: int) -> Outcome:
    """The outcome of a game that somebody has ended before anybody moved: nobody wins."""
    return Outcome([], [0] * seats, Message("table.outcome.ended", seat=seat))


def _won(winners: list[int], resigned: Collection[int]) -> Message:
    how = "resigned" if not winners else "left" if len(winners) == 1 else "left-shared"
    return Message(f"table.outcome.{how}", winners=winners, seats=sorted(resigned), n=len(resigned))


def result(game: Game, outcome: Outcome, resigned: Collection[int], viewer: int | None) -> list[Message]:
    """What a viewer is told when the game is over, sentence by sentence."""
    told = [outcome.reason]
    scores = outcome.scores
    others = [seat for seat in range(len(scores)) if seat not in outcome.winners and seat not in resigned]
    if len(outcome.winners) == 1 and others:
        (winner,) = outcome.winners
        best = max([scores[seat] for seat in others])
        if (margin := scores[winner] - best) > 0:
            second = [seat for seat in others if scores[seat] == best]
            told.append(Message("result.ahead", seat=winner, score=score(game, margin), others=second))
    # Of two, whoever is not ahead is behind.
    if outcome.winners and viewer in others and len(scores) > 2:
        ranks = game.ranks(outcome)
        place = 1 + len(outcome.winners) + sum(ranks[seat] > ranks[viewer] for seat in others)
        told.append(Message("result.place", place=place, score=score(game, scores[viewer])))
    return told


def score(game: Game, number: int) -> Message:
    """A number of what the game counts: points, unless it has a better word."""
    own = Message(f"{game.name}.score", n=number)
    return own if template(own, LANGUAGES[0]) is not None else Message("score", n=number)
