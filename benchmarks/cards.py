"""Draw what a link shows where it is sent: a picture of each game and one of the house, in web/static/shared.

PYTHONPATH=. .venv/bin/python benchmarks/cards.py
"""

from __future__ import annotations

import tempfile
from html import escape
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from parlor.core.words import Message, say
from parlor.games import game as find_game
from parlor.games import names
from parlor.web import app as _  # noqa: F401 (its words)
from tests.web.conftest import ARGUMENTS, CHROMIUM, Site

FOLDER = Path("src/parlor/web/static/shared")
WIDTH, HEIGHT = 1200, 630
STYLE = """
body { margin: 0; display: flex; height: 630px; background: #f6ecdc; color: #2b1b08;
  font-family: system-ui, "Noto Sans", sans-serif }
body::before { content: ""; flex: 0 0 24px;
  background: repeating-linear-gradient(0deg, #c0392b 0 30px, #fff6ea 30px 60px) }
div { flex: 1; padding: 0 56px; display: flex; flex-direction: column; justify-content: center; gap: 28px }
p { display: flex; align-items: center; gap: 18px; margin: 0; font-size: 44px; font-weight: 800 }
p img { width: 72px }
h1 { margin: 0; font-size: 80px; line-height: 1.05 }
div:has(+ img + img) h1 { font-size: 64px }
body > img { width: 330px; height: 630px; object-fit: cover; object-position: 50% 12% }
body > img:only-of-type { width: 640px }
[src*=wicked] { object-position: 50% 60% !important; background: #251943 }
"""


def page(title: str, games: list[str]) -> str:
    """A card with a title, and these games in the middle."""
    boards = "".join(f'<img src="/picture/{game}/middle.svg" alt="">' for game in games)
    brand = '<p><img src="/static/icon.svg" alt="">Parlor</p>'
    return f"<!doctype html><style>{STYLE}</style><div>{brand}<h1>{escape(title)}</h1></div>{boards}"


def main() -> None:
    """Draw all of them."""
    cards = {game: (say(Message(f"{find_game(game).name}.title")), [game]) for game in names()}
    cards["parlor"] = (say(Message("web.home.title")), names()[:2])
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, (title, games) in cards.items():
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, base_url=site.url)
            tab.goto("/rules/" + games[0])
            tab.set_content(page(title, games), wait_until="networkidle")
            tab.screenshot(path=FOLDER / f"{name}.png")
            # A third of the bytes, and nobody sees the difference.
            Image.open(FOLDER / f"{name}.png").convert("RGB").quantize(256).save(FOLDER / f"{name}.png", optimize=True)
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
