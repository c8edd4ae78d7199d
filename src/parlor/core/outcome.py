"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.errors import BadPosition
from parlor.core.fields import Data, fields_in, is_numbers, shown
from parlor.core.words import Message


class Outcome:
    """How a game ended: who won, which share of the win each seat has, the scores, and why."""

    def __init__(self, winners: Sequence[int], scores: Sequence[int], reason: Message, details: Data | None = None):
        self.winners = tuple(winners)
        self.scores = tuple(scores)
        self.reason = reason
        self.details = details

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: they sum to 1, or to 0 if all lose."""
        return tuple([1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.scores))])

    def dump(self) -> Data:
        """The outcome as plain data."""
        data: Data = {"winners": list(self.winners), "scores": list(self.scores), "reason": self.reason.dump()}
        if self.details is not None:
            data["details"] = self.details
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash((self.winners, self.scores))

    def __repr__(self) -> str:
        return f"<Outcome {self.dump()}>"


def load_outcome(data: object) -> Outcome | None:
    """The outcome that `Outcome.dump` wrote, None where there is none."""
    if data is None:
        return None
    if isinstance(data, dict):
        winners, scores, details = data.get("winners"), data.get("scores"), data.get("details")
        reason = fields_in(data, "reason")
        if is_numbers(winners) and is_numbers(scores) and isinstance(details, dict | None) and "id" in reason:
            message = Message(str(reason["id"]))
            # Not as keywords: whoever wrote this may have named one as a parameter of Python.
            message.params.update({key: value for key, value in reason.items() if key != "id"})
            return Outcome(winners, scores, message, details)
    raise BadPosition("position.field", field="outcome", value=shown(data), allowed="null, {…}")
