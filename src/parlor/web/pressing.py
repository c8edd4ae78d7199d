"""Answers that are text, compressed for browsers that say they understand it."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from isal import igzip_lib

_KINDS = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"})
# Below that it saves nothing; above, nobody else should wait for it.
_LEAST, _MOST = 1024, 1024 * 1024
_EFFORT = 2


@web.middleware
async def in_little(request: web.Request, handler: Any) -> web.StreamResponse:
    """Compress what a page reads; what programs read by the API stays as it is."""
    response: web.StreamResponse = await handler(request)
    if (
        not isinstance(response, web.Response)
        or response.content_type not in _KINDS
        or request.path.startswith("/api/")
    ):
        return response
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    body = response.body
    if isinstance(body, bytes) and _LEAST <= len(body) <= _MOST and _understands(request):
        response.body = igzip_lib.compress(body, _EFFORT, igzip_lib.COMP_GZIP)
        response.headers["Content-Encoding"] = "gzip"
    return response


def _understands(request: web.Request) -> bool:
    codings = request.headers.get("Accept-Encoding", "").lower().replace(" ", "").split(",")
    return any(coding == "gzip" or (coding.startswith("gzip;q=") and coding[7:].strip("0.")) for coding in codings)
