"""The site: its pages, pictures and files, joined to the server's API."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
import segno
from aiohttp import web
from markupsafe import Markup

from parlor import games
from parlor.bots.levels import LEVELS
from parlor.core.errors import NotYet, ParlorError
from parlor.core.game import Game
from parlor.core.seats import ALL
from parlor.core.words import LANGUAGES, Message, say, template
from parlor.server.app import SERVER, make_app
from parlor.server.drawing import looked_back, statics, without_statics
from parlor.server.errors import ErrorAnswer, NoTable, Refused
from parlor.server.guard import language_of
from parlor.server.hosted import Hosted
from parlor.server.log import in_words, line_by_line
from parlor.server.settings import Settings
from parlor.web.pictures import MOMENTS, picture
from parlor.web.portraits import portrait

HERE = Path(__file__).parent
STATIC = HERE / "static"
# Drawings place and colour their parts by style attributes; scripts come from this server alone.
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'; object-src 'none'"
)
FOREVER = "public, max-age=31536000, immutable"
A_YEAR = 365 * 24 * 3600
LONGEST_LINK = 400
PHRASES = ("hello", "nice", "oops", "thinking", "hungry", "thanks", "again")

_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "pages"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def make_site(settings: Settings) -> web.Application:
    """The server with its pages."""
    app = make_app(settings)
    app.middlewares.insert(0, _in_words)
    app.add_routes(
        [
            web.get("/", home),
            web.get("/table/{table}", table),
            web.get("/replay/{table}", replay),
            web.get("/rules/{game}", rules),
            web.get("/face/{bot}.svg", show_portrait),
            web.get("/picture/{game}/{moment}.svg", show_picture),
            web.get("/drawing/{table}/{line}.svg", drawing),
            web.post("/qr", quick_response),
            web.get("/static/{path:.+}", static_file),
        ]
    )
    return app


@web.middleware
async def _in_words(request: web.Request, handler: Any) -> web.StreamResponse:
    """Tell a person on a page in words what went wrong, with the way on."""
    chosen = request.query.get("language")
    if chosen in LANGUAGES and request.method == "GET":
        response: web.StreamResponse = web.Response(status=303, headers={"Location": request.path})
        response.set_cookie("language", chosen, max_age=A_YEAR, samesite="Lax")
        return response
    response = await handler(request)
    asked_for_page = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")
    if isinstance(response, ErrorAnswer) and asked_for_page:
        missing = response.status == 404 and not isinstance(response.error, NoTable)
        problem = Message("web.no-page") if missing else response.error.message
        return page(request, "error.html", status=response.status, problem=say(problem, language_of(request)))
    return response


@cache
def _stamped(path: str) -> str:
    """The address of a static file, which changes with what it holds."""
    file = STATIC / path
    stamp = hashlib.sha256(file.read_bytes()).hexdigest()[:10] if file.exists() else "missing"
    return f"/static/{path}?{stamp}"


def page(request: web.Request, layout: str, /, *, status: int = 200, **values: Any) -> web.Response:
    """A page in the visitor's language."""
    language = language_of(request)

    def tell(id: str, **params: Any) -> str:
        return say(Message(id, **params), language)

    text = _templates.get_template(layout).render(
        language=language,
        languages=[(code, say(Message("web.language.name"), code)) for code in LANGUAGES],
        path=request.path,
        tell=tell,
        file=_stamped,
        words={id: template(Message(id), language) for id in client_words()},
        moments=MOMENTS,
        **values,
    )
    headers = {"Content-Security-Policy": POLICY, "Vary": "Cookie, Accept-Language"}
    return web.Response(text=text, content_type="text/html", status=status, headers=headers)


@cache
def client_words() -> tuple[str, ...]:
    """The ids of all that the client says, one a line in a file that its tests read too."""
    return tuple((HERE / "client-words.txt").read_text(encoding="utf-8").split())


def _game(request: web.Request) -> Game:
    try:
        return games.game(request.match_info["game"])
    except ParlorError as error:
        raise web.HTTPNotFound from error


async def home(request: web.Request) -> web.Response:
    """The games, tables of mine, and ways to sit down."""
    request.app[SERVER].gate.enter(request)
    found = [games.game(name) for name in games.names()]
    cards = [_card(game, language_of(request)) for game in found]
    return page(request, "home.html", games=cards, bots=_bots(request))


def _bots(request: web.Request) -> list[dict[str, Any]]:
    """Every bot: name, title, a line on how it plays, a picture, and whether the pages offer it as an opponent."""
    language = language_of(request)
    offered = {level.name for level in LEVELS} | {name for name, _ in request.app[SERVER].settings.bots}
    found = []
    for name in request.app[SERVER].hosting.bots:
        title, line = Message(f"bot.title.{name}"), Message(f"bot.line.{name}")
        known = template(title, language) is not None
        about = {
            "name": name,
            "title": say(title, language) if known else name,
            "line": say(line if known else Message("web.bot.own"), language),
            "offered": name in offered,
            "face": f"/face/{quote(name, safe='')}.svg",
        }
        found.append(about)
    return found


def _card(game: Game, language: str) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": _told(game, "title", language) or game.name,
        "line": _told(game, "line", language),
        "seats": list(game.seat_counts),
        "usual": min(4, game.seat_counts[-1]),
        "time": _told(game, "time", language),
    }


def _told(game: Game, about: str, language: str) -> str:
    """What a game says about itself; nothing where it has no words for it."""
    return template(Message(f"{game.name}.{about}"), language) or ""


async def table(request: web.Request) -> web.Response:
    """One table; who holds which seat is told over the socket."""
    server = request.app[SERVER]
    server.gate.enter(request)
    hosted = await server.hosting.find(request.match_info["table"])
    about = _about_game(hosted.table.game, request)
    return page(request, "table.html", id=hosted.id, phrases=PHRASES, bots=_bots(request), **about)


def _about_game(game: Game, request: web.Request) -> dict[str, Any]:
    language = language_of(request)
    return {
        **_card(game, language),
        "statics": Markup(_statics(game.name)),
        "rules": (_told(game, "rules", language) or _told(game, "line", language)).split("\n"),
    }


@cache
def _statics(name: str) -> str:
    return statics(games.game(name).draw(games.game(name).new().view(None)))


def _viewer(text: str, hosted: Hosted) -> int | None:
    if text == "all":
        return ALL
    if text.isdecimal() and int(text) < hosted.table.record.seats:
        return int(text)
    return None


async def _finished(request: web.Request) -> Hosted:
    server = request.app[SERVER]
    server.gate.enter(request)
    hosted = await server.hosting.find(request.match_info["table"])
    if hosted.table.outcome is None:
        raise NotYet("server.record-early")
    return hosted


async def replay(request: web.Request) -> web.Response:
    """A finished game, step by step."""
    hosted = await _finished(request)
    language = language_of(request)
    viewer = _viewer(request.query.get("seat", "all"), hosted)
    truth = hosted.table.view(ALL)
    seats = range(hosted.table.record.seats)
    seating = hosted.table.seating
    outcome = hosted.table.outcome
    assert outcome is not None
    return page(
        request,
        "replay.html",
        id=hosted.id,
        viewer="all" if viewer == ALL else "spectator" if viewer is None else str(viewer),
        called=[say(hosted.table.game.seat_name(truth, seat), language) for seat in seats],
        names=[chair.name or chair.bot or "" for chair in seating.chairs],
        entries=in_words(line_by_line(hosted.table.record), viewer, language, seating.names),
        last=len(hosted.table.record.lines),
        result=say(outcome.reason, language, seating.names),
        **_about_game(hosted.table.game, request),
    )


async def drawing(request: web.Request) -> web.Response:
    """The board of a finished game after a line, as an SVG file or for a page that holds the static parts."""
    hosted = await _finished(request)
    try:
        line = min(int(request.match_info["line"]), len(hosted.table.record.lines))
    except ValueError as error:
        raise web.HTTPNotFound from error
    viewer = _viewer(request.query.get("seat", "all"), hosted)
    drawn = looked_back(hosted.table, max(0, line), viewer, language_of(request))
    return svg(without_statics(drawn) if "bare" in request.query else drawn)


def svg(text: str, cache: str = "no-cache") -> web.Response:
    """An SVG as an answer, which may run nothing."""
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'", "Cache-Control": cache}
    return web.Response(text=text, content_type="image/svg+xml", headers=headers)


async def rules(request: web.Request) -> web.Response:
    """The rules of a game in short, with figures."""
    request.app[SERVER].gate.enter(request)
    return page(request, "rules.html", **_about_game(_game(request), request))


async def show_picture(request: web.Request) -> web.Response:
    """A picture of a game."""
    game = _game(request)
    moment = request.match_info["moment"]
    if moment not in MOMENTS:
        raise web.HTTPNotFound
    return svg(picture(game.name, moment, language_of(request)), "private, max-age=3600")


async def show_portrait(request: web.Request) -> web.Response:
    """A picture of a bot."""
    name = request.match_info["bot"]
    if name not in request.app[SERVER].hosting.bots:
        raise web.HTTPNotFound
    return svg(portrait(name), "public, max-age=3600")


async def quick_response(request: web.Request) -> web.Response:
    """A link as a square code that a telephone's camera reads."""
    request.app[SERVER].gate.enter(request)
    link = (await request.read()).decode()
    if not 0 < len(link) <= LONGEST_LINK:
        raise Refused("web.link-length", most=LONGEST_LINK)
    buffer = io.BytesIO()
    segno.make(link, error="m", micro=False).save(buffer, kind="svg", scale=4, border=3, light="#fff", xmldecl=False)
    return svg(buffer.getvalue().decode())


async def static_file(request: web.Request) -> web.StreamResponse:
    """A style or a piece of the client."""
    path = (STATIC / request.match_info["path"]).resolve()
    if not path.is_relative_to(STATIC) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": FOREVER if request.query_string else "no-cache"})
