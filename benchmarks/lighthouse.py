"""What Lighthouse says of home, rules, a table and a replay, on a phone: the median of five visits.

Run by `make bench`. Prints the table and writes it to docs/benchmarks/lighthouse.md. Lighthouse comes from npm, into
benchmarks/build.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

import parlor
from pages import CHROMIUM, ask, site
from parlor.core.chance import Rng, Seed
from parlor.table import Table
from report import publish

FOLDER = Path(__file__).parent / "build" / "lighthouse"
VERSION = "13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
# What each page must reach in those; tables stay unindexed.
LEAST = {
    "home": (98, 100, 100, 100),
    "rules": (98, 100, 100, 100),
    "table": (98, 100, 100, 0),
    "replay": (98, 100, 100, 0),
}


def install() -> Path:
    """The script that runs Lighthouse."""
    if not (FOLDER / "node_modules" / "lighthouse").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", str(FOLDER), f"lighthouse@{VERSION}"], check=True)
    return FOLDER / "node_modules" / ".bin" / "lighthouse"


def addresses(home: str) -> dict[str, str]:
    """The pages to visit: a table at which somebody has to choose, and a game that is over."""
    seats = b'[{"kind":"human"},{"kind":"bot","bot":"random"},{"kind":"bot","bot":"random"}]'
    made = ask(f"{home}/api/tables", b'{"game":"new-york-slice","seats":%b}' % seats)
    table = Table(parlor.game("pizza-theory"), seats=3, seed=Seed("lighthouse"))
    rng = Rng(1)
    while table.outcome is None:
        moves = table.state.legal_moves(table.to_act[0])
        table.play(table.to_act[0], moves[rng.below(len(moves))])
    replay = ask(f"{home}/api/records", table.record.dumps().encode())["table"]
    return {
        "home": f"{home}/",
        "rules": f"{home}/rules/new-york-slice",
        "table": f"{home}/table/{made['table']}#{made['tokens'][0]['token']}",
        "replay": f"{home}/replay/{replay}",
    }


def visit(script: Path, address: str) -> tuple[list[float], list[str]]:
    """The scores of one visit, and what is not perfect."""
    command = [str(script), address, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    flags = "--chrome-flags=--headless --no-sandbox --disable-gpu"
    environment = {**os.environ, "CHROME_PATH": CHROMIUM or ""}
    done = subprocess.run([*command, flags], env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    audits = found["audits"].values()
    faults = [f"{one['id']}: {one['title']}" for one in audits if one["score"] is not None and one["score"] < 1]
    return [100 * found["categories"][name]["score"] for name in CATEGORIES], faults


def report(scores: dict[str, list[float]]) -> str:
    """The table as Markdown."""
    lines = [
        "# What Lighthouse says",
        "",
        f"Lighthouse {VERSION} as it measures a phone; the median of several visits to each page.",
        "Made by `make bench`.",
        "",
        "| page | performance | accessibility | best practices | SEO | |",
        "|---|---:|---:|---:|---:|---|",
    ]
    for name, found in scores.items():
        reached = all(score >= least for score, least in zip(found, LEAST[name], strict=True))
        cells = [f"{score:.0f}" if least else "not indexed" for score, least in zip(found, LEAST[name], strict=True)]
        lines.append(f"| {name} | {' | '.join(cells)} | {'reached' if reached else '**missed**'} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Visit all pages and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--faults", action="store_true", help="print what is not perfect")
    arguments = parser.parse_args()
    script = install()
    scores = {}
    with site() as home:
        for name, address in addresses(home).items():
            visits = [visit(script, address) for _ in range(arguments.visits)]
            scores[name] = [statistics.median(found) for found in zip(*(found for found, _ in visits), strict=True)]
            if arguments.faults:
                print(name, *visits[0][1], sep="\n  ")
    publish("lighthouse", report(scores))


if __name__ == "__main__":
    main()
