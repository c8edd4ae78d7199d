"""Many drawings in one animated picture: at every moment it shows exactly one of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import parlor
from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.seats import ALL, CHANCE
from parlor.drawing.animation import animated
from parlor.games import names

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{{}}</style><defs/>{}</svg>'
Shown = list[tuple[str, tuple[tuple[str, str], ...], str]]


def drawings(name: str) -> list[str]:
    """The boards of a game at random, as they are when it is over."""
    game = parlor.game(name)
    state = game.new()
    rng = Rng(11)
    found: list[str] = []
    for seat, _ in plays(state, at_random(rng), rng):
        if seat != CHANCE:
            found.append(game.draw(state.view(ALL)))
        if len(found) == 25:
            break
    return found


def visible(picture: str, moment: float) -> Shown:
    """What a picture shows at a moment, as a part of its whole time: elements in their order."""
    root = ET.fromstring(picture)
    style = root[0].text or ""
    hidden = set()
    for timed, steps in re.findall(r"@keyframes (during-\d+)\{((?:[\d.e+-]+%\{visibility:\w+\})*)\}", style):
        now = [
            state for at, state in re.findall(r"([\d.e+-]+)%\{visibility:(\w+)\}", steps) if float(at) <= moment * 100
        ]
        if now[-1] == "hidden":
            hidden.add(timed)
    return shown_of(list(root)[1:], hidden)


def shown_of(elements: list[ET.Element], hidden: set[str]) -> Shown:
    found: Shown = []
    for element in elements:
        classes = element.attrib.get("class", "").split()
        if hidden.intersection(classes):
            continue
        kept = [name for name in classes if not re.fullmatch(r"during-\d+", name)]
        attributes = {name: value for name, value in element.items() if name != "class"}
        attributes |= {"class": " ".join(kept)} if kept else {}
        found.append((element.tag, tuple(sorted(attributes.items())), element.text or ""))
        found += shown_of(list(element), hidden)
    return found


def alone(drawing: str) -> Shown:
    return visible(animated([drawing], [1.0]), 0)


def test_what_stays_is_written_once() -> None:
    made = animated([SVG.format(f'<g id="table"><rect/><circle r="{n}"/></g>') for n in (1, 2, 1)], [1, 1, 2])
    assert made.count("<rect") == 1
    assert made.count("<circle") == 2
    assert [visible(made, moment) for moment in (0, 0.3, 0.6)] == [
        alone(SVG.format(f'<g id="table"><rect/><circle r="{n}"/></g>')) for n in (1, 2, 1)
    ]


def test_where_nothing_moves_the_last_drawing_is_shown() -> None:
    made = animated([SVG.format("<rect/>"), SVG.format("<circle/>")], [1, 1])
    style = ET.fromstring(made)[0].text or ""
    of_rect, of_circle = (re.search(rf'<{tag} class="(during-\d+)"', made) for tag in ("rect", "circle"))
    assert of_rect is not None
    assert of_circle is not None
    assert f".{of_rect[1]}{{visibility:hidden;" in style
    assert f".{of_circle[1]}{{animation" in style
    assert "prefers-reduced-motion" in style


def test_names_that_stand_for_other_things_later_are_kept_apart() -> None:
    made = animated([SVG.format(f'<g id="x"><path d="M{n}"/></g><use href="#x"/>') for n in (1, 2)], [1, 1])
    names = re.findall(r'<g[^>]* id="([^"]+)"', made)
    assert len(set(names)) == 2
    assert set(re.findall(r'href="#([^"]+)"', made)) == set(names)


@pytest.mark.parametrize("name", names())
def test_every_moment_shows_one_drawing(name: str) -> None:
    boards = drawings(name)
    made = animated(boards, [1.0] * len(boards))
    # What pans is shown as at the end, from the beginning.
    frame = re.compile(r'(<svg id="[^"]+" data-pan="\d+"[^>]*viewBox=")[^"]+"')
    last = frame.search(boards[-1])
    for number, board in enumerate(boards):
        if last is not None:
            board = frame.sub(last[0].replace("\\", ""), board)
        assert visible(made, (number + 0.5) / len(boards)) == alone(board)
    assert "data-part" not in made
    assert len(made) < sum(map(len, boards)) / 2
