"""The site: its pages, pictures and files, joined to the server's API."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
import msgspec
from aiohttp import web
from markupsafe import Markup

from parlor import games
from parlor.bots.levels import LEVELS
from parlor.core.deal import told, written
from parlor.core.errors import NotYet, ParlorError
from parlor.core.game import Game
from parlor.core.seats import ALL
from parlor.core.words import LANGUAGES, Message, say, template
from parlor.server.app import SERVER, Server, make_app, seats_asking
from parlor.server.breath import breathe, in_slices
from parlor.server.drawing import statics
from parlor.server.errors import ErrorAnswer, NoTable, Refused
from parlor.server.frames import glance
from parlor.server.guard import answer, language_of
from parlor.server.hosted import Hosted
from parlor.server.settings import Settings
from parlor.table.seating import Chair, Seating
from parlor.web.choices import fields
from parlor.web.codes import code
from parlor.web.pictures import MOMENTS, picture
from parlor.web.portraits import portrait
from parlor.web.pressing import in_little
from parlor.web.sharing import origin_of

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
MOST_SEATS = 10
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
    app.middlewares.insert(0, in_little)
    app.middlewares.insert(1, _in_words)
    app.middlewares.append(_in_language)
    app.on_startup.append(_warm_up)
    app.add_routes(
        [
            web.get("/", home),
            web.get("/table/{table}", table),
            web.get("/glance/{table}", at_a_glance),
            web.get("/replay/{table}", replay),
            web.get("/replay/{table}/{line}", step),
            web.get("/rules/{game}", rules),
            web.get("/face/{bot}.svg", show_portrait),
            web.get("/picture/{game}/{moment}.svg", show_picture),
            web.get("/drawing/{table}/{line}.svg", drawing),
            web.post("/qr", quick_response),
            web.get("/static/{path:.+}", static_file),
        ]
    )
    return app


async def _warm_up(app: web.Application) -> None:
    """Do at the start what is done once: nobody's first visit keeps the others waiting for it."""
    for name in _templates.list_templates():
        _templates.get_template(name)
    for script in ("home", "table", "replay"):
        _client(script)
    for name in games.names():
        _statics(name)
        for seats in games.game(name).seat_counts:
            _shape(name, seats)
        for language in LANGUAGES:
            fields(name, language, app[SERVER].settings.components)


@web.middleware
async def _in_words(request: web.Request, handler: Any) -> web.StreamResponse:
    """Tell a person on a page in words what went wrong, with the way on."""
    response: web.StreamResponse = await handler(request)
    asked_for_page = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")
    if isinstance(response, ErrorAnswer) and asked_for_page:
        missing = response.status == 404 and not isinstance(response.error, NoTable)
        problem = Message("web.no-page") if missing else response.error.message
        return await page(request, "error.html", status=response.status, problem=say(problem, language_of(request)))
    return response


@web.middleware
async def _in_language(request: web.Request, handler: Any) -> web.StreamResponse:
    """Remember the language that a visitor chooses, and go on without it in the address."""
    chosen = request.query.get("language")
    if chosen not in LANGUAGES or request.method != "GET":
        response: web.StreamResponse = await handler(request)
        return response
    # What begins with two slashes, or what a browser takes for them, would be another host.
    path = "/" + request.rel_url.raw_path.lstrip("/\\")
    response = web.Response(status=303, headers={"Location": path})
    response.set_cookie("language", chosen, max_age=A_YEAR, samesite="Lax")
    return response


@cache
def _static_files() -> dict[str, tuple[bytes, str, str]]:
    """Every static file by its path: what it holds, a stamp that changes with that, and its kind."""
    found = {}
    for file in STATIC.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            found[file.relative_to(STATIC).as_posix()] = data, hashlib.sha256(data).hexdigest()[:10], kind
    return found


def _stamped(path: str) -> str:
    """The address of a static file, which changes with what it holds."""
    _, stamp, _ = _static_files().get(path, (b"", "missing", ""))
    return f"/static/{path}?{stamp}"


@cache
def _client(name: str) -> Markup:
    """The script of a page, with all that it imports asked for at once and not one after the other."""
    path = f"client/{name}.js"
    data, _, _ = _static_files().get(path, (b"", "", ""))
    chunks = re.findall(r"chunk-\w+\.js", data.decode())
    links = [Markup('<link rel="modulepreload" href="/static/client/{}">').format(chunk) for chunk in chunks]
    return Markup("\n").join([*links, Markup('<script type="module" src="{}"></script>').format(_stamped(path))])


async def page(request: web.Request, layout: str, /, *, status: int = 200, **values: Any) -> web.Response:
    """A page in the visitor's language."""
    language = language_of(request)

    def tell(id: str, **params: Any) -> str:
        return say(Message(id, **params), language)

    settings = request.app[SERVER].settings
    pieces = _templates.get_template(layout).generate(
        language=language,
        languages=[(code, say(Message("web.language.name"), code)) for code in LANGUAGES],
        tell=tell,
        file=_stamped,
        client=_client,
        words={id: template(Message(id), language) for id in client_words()},
        moments=MOMENTS,
        settings=settings,
        origin=origin_of(request, settings.behind_proxy),
        path=request.path,
        **{"shared": None, **values},
    )
    text = "".join(await in_slices(pieces))
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
    language = language_of(request)
    components = request.app[SERVER].settings.components
    cards = [_card(games.game(name), language) for name in games.names()]
    choices = {card["name"]: {**card, "fields": fields(card["name"], language, components)} for card in cards}
    shared = _shared(say(Message("web.home.title"), language), say(Message("web.home.lead"), language))
    return await page(request, "home.html", games=cards, choices=choices, bots=_bots(request), shared=shared)


def _shared(title: str, line: str, game: str = "parlor") -> dict[str, str]:
    """What a link to a page shows where it is sent; a game without a picture of its own has that of the house."""
    picture = f"shared/{game}.png"
    return {"title": title, "line": line, "picture": picture if picture in _static_files() else "shared/parlor.png"}


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
            "names": _names(name),
        }
        found.append(about)
    return found


@cache
def _names(bot: str) -> list[str]:
    """What bots of one kind are called who play against one person, seat by seat."""
    chairs = (Chair(), *[Chair("bot", bot=bot)] * (MOST_SEATS - 1))
    return list(Seating(chairs).names.values())


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
    about = _about_table(hosted, request)
    title = say(Message("web.share.table", title=about["title"]), language_of(request))
    shared = _shared(title, about["line"], about["name"])
    return await page(request, "table.html", id=hosted.id, phrases=PHRASES, bots=_bots(request), shared=shared, **about)


async def at_a_glance(request: web.Request) -> web.Response:
    """How a table stands for whoever holds the seats of a token, with the board to be shown in small."""
    server = request.app[SERVER]
    server.gate.enter(request)
    hosted = await server.hosting.find(request.match_info["table"])
    if not (seats := seats_asking(request, hosted.held_by)):
        raise Refused("server.token")
    await breathe()
    found = glance(hosted, seats, language_of(request))
    if found["drawing"] is not None:
        # Whoever shows it alone needs its styles and definitions, too.
        found["drawing"] = found["drawing"].replace(">", f">{_statics(hosted.table.game.name)}", 1)
    return answer(found)


def _about_table(hosted: Hosted, request: web.Request) -> dict[str, Any]:
    game, chairs = hosted.table.game, hosted.table.record.seats
    return {
        **_card(game, language_of(request)),
        "statics": Markup(_statics(game.name)),
        "chairs": chairs,
        "shape": _shape(game.name, chairs),
    }


@cache
def _shape(name: str, seats: int) -> str:
    """The proportions of a board, which the page keeps free for it before it comes; see `board.ts`."""
    game = games.game(name)
    board = game.draw(game.new(seats=seats).view(None))
    head = board.partition(">")[0]
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', head)
    if found is None or "data-grow" in head:
        return "--tall: 99; --wide: 99"
    width, height = map(float, found.groups())
    return f"--tall: {height / width:.4f}; --wide: {width / height:.4f}"


@cache
def _statics(name: str) -> str:
    return statics(games.game(name).draw(games.game(name).new().view(None)))


def _viewer(text: str, hosted: Hosted) -> int | None:
    if text == "all":
        return ALL
    seats = {str(seat): seat for seat in range(hosted.table.record.seats)}
    return seats.get(text)


async def _finished(request: web.Request) -> tuple[Server, str, Hosted]:
    """The server, the address of who asks, and a table whose game is over."""
    server = request.app[SERVER]
    address = server.gate.enter(request)
    hosted = await server.hosting.find(request.match_info["table"])
    if hosted.table.outcome is None:
        raise NotYet("server.record-early")
    return server, address, hosted


async def replay(request: web.Request) -> web.Response:
    """A finished game, step by step."""
    server, address, hosted = await _finished(request)
    language = language_of(request)
    viewer = _viewer(request.query.get("seat", "all"), hosted)
    truth = hosted.table.view(ALL)
    names = hosted.table.names(viewer)
    entries = await server.past.replay(hosted, address, viewer, language)
    return await page(
        request,
        "replay.html",
        id=hosted.id,
        viewer="all" if viewer == ALL else "spectator" if viewer is None else str(viewer),
        called=[hosted.table.game.heading(truth, seat, language) for seat in range(hosted.table.record.seats)],
        entries=msgspec.json.decode(entries),
        last=len(hosted.table.record.lines),
        dealt=[say(message, language, names) for message in _dealt(hosted)],
        nonces=[say(message, language, names) for message in _nonces(hosted)],
        result=" ".join(say(told, language, names) for told in hosted.table.result(viewer)),
        **_about_table(hosted, request),
    )


def _dealt(hosted: Hosted) -> list[Message]:
    """Who has added to the seed from which the game was dealt."""
    return told(hosted.table.deal, hosted.table.record.seats) or [Message("web.replay.by-one")]


def _nonces(hosted: Hosted) -> list[Message]:
    """What everybody has added to it, with the commitments."""
    return written(hosted.table.deal, hosted.table.record.commitment, hosted.table.seed)


async def step(request: web.Request) -> web.Response:
    """What the table of a finished game showed at one decision: scenes, the board after it, and what explains it."""
    server, address, hosted = await _finished(request)
    line = _line(request.match_info["line"], hosted)
    since = min(line, _line(request.query.get("since", "0"), hosted))
    viewer = _viewer(request.query.get("seat", "all"), hosted)
    found = await server.past.step(hosted, address, since, line, viewer, language_of(request))
    return web.Response(body=found, content_type="application/json", headers={"Cache-Control": "no-cache"})


async def drawing(request: web.Request) -> web.Response:
    """The board of a finished game after a line, as an SVG file."""
    server, address, hosted = await _finished(request)
    line = _line(request.match_info["line"], hosted)
    viewer = _viewer(request.query.get("seat", "all"), hosted)
    return svg(await server.past.drawing(hosted, address, line, viewer, language_of(request)))


def _line(text: str, hosted: Hosted) -> int:
    """A line of a table's record, as it is written in an address."""
    try:
        return max(0, min(int(text), len(hosted.table.record.lines)))
    except ValueError as error:
        raise web.HTTPNotFound from error


def svg(text: str, cache: str = "no-cache") -> web.Response:
    """An SVG as an answer, which may run nothing."""
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'", "Cache-Control": cache}
    return web.Response(text=text, content_type="image/svg+xml", headers=headers)


async def rules(request: web.Request) -> web.Response:
    """The rules of a game, with figures; a table's page shows them, too."""
    request.app[SERVER].gate.enter(request)
    game, language = _game(request), language_of(request)
    book, legend = game.rulebook(language), game.legend(language)
    card = _card(game, language)
    shared = _shared(say(Message("web.share.rules", title=card["title"]), language), card["line"], game.name)
    return await page(request, "rules.html", rulebook=book, legend=legend, shared=shared, **card)


async def show_picture(request: web.Request) -> web.Response:
    """A picture of a game."""
    game = _game(request)
    moment = request.match_info["moment"]
    if moment not in MOMENTS and all(moment != name for _, name in game.figures):
        raise web.HTTPNotFound
    return svg(await picture(game.name, moment, language_of(request)), "private, max-age=3600")


async def show_portrait(request: web.Request) -> web.Response:
    """A picture of a bot."""
    name = request.match_info["bot"]
    if name not in request.app[SERVER].hosting.bots:
        raise web.HTTPNotFound
    return svg(portrait(name, request.query.get("name", "")), "public, max-age=3600")


async def quick_response(request: web.Request) -> web.Response:
    """A link as a square code that a telephone's camera reads."""
    server = request.app[SERVER]
    address = server.gate.enter(request)
    link = await server.gate.body(request, LONGEST_LINK)
    if not link:
        raise Refused("web.link-length", most=LONGEST_LINK)
    return svg(await server.workers.run("requests", address, code, link.decode()))


async def static_file(request: web.Request) -> web.StreamResponse:
    """A style or a piece of the client."""
    found = _static_files().get(request.match_info["path"])
    if found is None:
        raise web.HTTPNotFound
    # From memory: a file that is sent piece by piece would wait for ever for somebody who does not read.
    data, stamp, kind = found
    is_stamped = bool(request.query_string) or "/chunk-" in request.path
    headers = {"Cache-Control": FOREVER if is_stamped else "no-cache"}
    is_known = any(tag.value == stamp for tag in request.if_none_match or ())
    response = web.Response(status=304, headers=headers) if is_known else web.Response(body=data, headers=headers)
    response.etag = stamp
    if not is_known:
        response.content_type = kind
    return response
