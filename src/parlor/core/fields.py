"""Reading plain data: a field must hold what is allowed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor.core.errors import BadPosition

Data = dict[str, Any]


def one_of(data: Data, field: str, allowed: Sequence[Any], default: Any = None) -> Any:
    """The value of a field, or the default where it is missing; an error if it is not allowed."""
    value = data.get(field, default)
    if isinstance(value, bool) or value not in allowed:
        text = f"{allowed[0]}–{allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed[:12]))
        raise BadPosition("position.field", field=field, value=str(value)[:20], allowed=text)
    return value
