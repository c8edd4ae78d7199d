"""What a link shows where it is sent: messengers want the picture by a whole address."""

from __future__ import annotations

import re

from aiohttp import web

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)(:[0-9]{1,5})?", re.IGNORECASE)


def origin_of(request: web.Request, behind_proxy: bool) -> str | None:
    """Where this house is, as the visitor wrote it; None for what is no name of a host.

    Whoever forges it is told it alone: pages are kept nowhere on the way.
    """
    if not _HOST.fullmatch(request.host):
        return None
    scheme = request.scheme
    if behind_proxy:
        # The proxy's own is the last: what stands before it, a visitor may have made up.
        scheme = request.headers.getall("X-Forwarded-Proto", [scheme])[-1].rpartition(",")[2].strip()
    return f"{scheme}://{request.host}" if scheme in ("http", "https") else None
