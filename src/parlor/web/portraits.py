"""Small pictures of the bots: the people of a pizza parlor, drawn by code. A bot without one gets a mask."""

from __future__ import annotations

from parlor.table.seating import BOT_NAMES

SKIN, INK, CLOTH, RED, WOOD = "#f0c9a0", "#3a2410", "#fffdf6", "#b3261c", "#c98f52"
_EYES = f'<g fill="{INK}"><circle cx="25" cy="33" r="2"/><circle cx="39" cy="33" r="2"/></g>'
_SMILE = f'<path d="M26 41q6 5 12 0" fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
_HEAD = f'<circle cx="32" cy="35" r="15" fill="{SKIN}" stroke="{INK}" stroke-width="1.5"/>{_EYES}'
_TOQUE = (
    f'<path d="M20 25v-7a7 7 0 0 1 2-13 10 7 0 0 1 20 0 7 7 0 0 1 2 13v7z" fill="{CLOTH}" stroke="{INK}" '
    f'stroke-width="1.5"/><path d="M20 21h24" stroke="{INK}"/>'
)


def _body(cloth: str) -> str:
    return f'<path d="M10 64c2-13 11-17 22-17s20 4 22 17z" fill="{cloth}" stroke="{INK}" stroke-width="1.5"/>'


_PEOPLE = {
    "dishwasher": (
        f"{_body('#7fb3c8')}{_HEAD}{_SMILE}"
        f'<path d="M17 28q15-14 30 0l-2-8q-13-9-26 0z" fill="{RED}" stroke="{INK}" stroke-width="1.5"/>'
        '<g fill="#dff3fb" stroke="#5d97ae"><circle cx="52" cy="46" r="5"/><circle cx="57" cy="37" r="3"/>'
        '<circle cx="47" cy="55" r="4"/></g>'
    ),
    "waiter": (
        f"{_body(INK)}{_HEAD}{_SMILE}"
        f'<path d="M17 31c0-20 30-20 30 0-3-9-9-10-15-10s-12 1-15 10z" fill="{INK}"/>'
        f'<path d="M32 54l-8-4v8zm0 0l8-4v8z" fill="{RED}"/>'
    ),
    "cook": (
        f"{_body(CLOTH)}{_HEAD}{_SMILE}"
        f'<path d="M17 27q0-14 15-14t15 14z" fill="{CLOTH}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M17 27h30" stroke="{RED}" stroke-width="3"/>'
    ),
    "chef": (
        f"{_body(CLOTH)}{_HEAD}{_TOQUE}"
        f'<path d="M27 42h10" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M24 50l8 7 8-7" fill="none" stroke="{RED}" stroke-width="3"/>'
    ),
    "pizzaiolo": (
        f"{_body(RED)}{_HEAD}{_TOQUE}"
        f'<path d="M32 39c-3-3-10-2-12 3 4 2 9 1 12-1 3 2 8 3 12 1-2-5-9-6-12-3z" fill="{INK}"/>'
        '<g transform="rotate(-12 50 20)"><ellipse cx="52" cy="22" rx="12" ry="4.5" fill="#e8b04f" stroke="#9c6a1c" '
        f'stroke-width="1.5"/><path d="M46 21h3M54 22h3" stroke="{RED}" stroke-width="3" stroke-linecap="round"/></g>'
    ),
    "random": (
        f'<rect x="16" y="16" width="32" height="32" rx="7" fill="{CLOTH}" stroke="{INK}" stroke-width="2" '
        f'transform="rotate(-10 32 32)"/><g fill="{INK}"><circle cx="24" cy="26" r="3"/><circle cx="32" cy="32" r="3"/>'
        '<circle cx="40" cy="38" r="3"/></g>'
    ),
    "greedy": (
        f"{_body('#8a5a2b')}{_HEAD}"
        f'<path d="M23 39h18q-1 9-9 9t-9-9z" fill="{RED}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M53 24v34M49 24v7q0 3 4 3t4-3v-7" fill="none" stroke="{INK}" stroke-width="2"/>'
    ),
}
_MASK = (
    f'<path d="M12 24q20-10 40 0-1 22-20 28-19-6-20-28z" fill="{CLOTH}" stroke="{INK}" stroke-width="2"/>'
    f'<path d="M20 30q4-4 9 0-4 4-9 0zM35 30q5-4 9 0-5 4-9 0z" fill="{INK}"/>'
    f'<path d="M26 42q6 4 12 0" fill="none" stroke="{RED}" stroke-width="2"/>'
)


# Skin, and what makes a face one's own: glasses, cheeks, freckles, earrings.
_FACES = tuple(
    (skin, detail)
    for detail in (
        "",
        f'<g fill="none" stroke="{INK}" stroke-width="1.5"><circle cx="25" cy="33" r="5"/>'
        '<circle cx="39" cy="33" r="5"/><path d="M30 33h4"/></g>',
        '<g fill="#d9604c" fill-opacity=".6"><circle cx="22" cy="39" r="3"/><circle cx="42" cy="39" r="3"/></g>',
        '<g fill="#e8b04f" stroke="#9c6a1c"><circle cx="17" cy="41" r="2"/><circle cx="47" cy="41" r="2"/></g>',
    )
    for skin in (SKIN, "#c68a5b", "#8d5a36")
)


def portrait(bot: str, name: str = "") -> str:
    """The picture of a bot as SVG; each name has a face of its own."""
    skin, detail = _FACES[BOT_NAMES.index(name) if name in BOT_NAMES else 0]
    person = _PEOPLE.get(bot, _MASK).replace(_EYES, _EYES + detail).replace(SKIN, skin)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><clipPath id="plate"><circle cx="32" '
        f'cy="32" r="31"/></clipPath></defs><circle cx="32" cy="32" r="31" fill="{WOOD}" fill-opacity=".35"/>'
        f'<g clip-path="url(#plate)">{person}</g></svg>'
    )
