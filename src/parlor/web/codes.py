"""Square codes that a telephone's camera reads."""

from __future__ import annotations

import io

import segno


def code(link: str) -> str:
    """A link as a code, drawn: it takes some milliseconds, so that a worker does it."""
    buffer = io.BytesIO()
    segno.make(link, error="m", micro=False).save(buffer, kind="svg", scale=4, border=3, light="#fff", xmldecl=False)
    return buffer.getvalue().decode()
