"""A real server, a real browser, and pictures of the page when a test fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
# The shell draws pages as Chromium does, without a window around them, which would take as much time again.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
# No sandbox, because tests may run as root; no calls home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NewPage = Callable[..., Page]
# How long to wait for what must come, in milliseconds: long, since the machine may be busy.
WAIT = 60_000
expect.set_options(timeout=WAIT)


class Site:
    """A server in a process of its own."""

    def __init__(self, folder: Path, port: int = 0, more: Sequence[str] = (), **environment: str) -> None:
        self.database = folder / "tables.db"
        command = [sys.executable, "-m", "parlor.cli", "serve", "--port", str(port), "--bot-pause", "0", *more]
        command += ["--database", str(self.database), "--tables-per-hour", "1000", "--language", "en"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        self.url = found[0]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


# Its event loop keeps the thread, in which tests of other packages run loops of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("The pages are tested in Chromium: on Debian, “apt-get install chromium-headless-shell”.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All pages share one server and one browser, in whichever process; together they take long."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("web"))
            item.add_marker(pytest.mark.long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture
def visit(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Open a page as a new visitor; nothing may go wrong in its scripts."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str = "/", pace: str = "at-once", **options: Any) -> Page:
        options = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=site.url, **options)
        context.set_default_timeout(WAIT)
        # What others do is read by nobody here, unless a test is about that.
        context.add_init_script(f"localStorage.getItem('parlor.pace') ?? localStorage.setItem('parlor.pace', '{pace}')")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    pages = [page for context in contexts for page in context.pages]
    if request.node.stash.get(FAILED, True):
        PICTURES.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
    for context in contexts:
        context.close()
    assert not errors
