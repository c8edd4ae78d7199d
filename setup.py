"""What pyproject.toml cannot say: catalogues become .mo files, the client is bundled, and rules become C.

`setup.py compile` compiles for a checkout, into a folder of build/compiled that parlor/build.py chooses at the start.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any, ClassVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError, PlatformError

# Setuptools brings these where Python no longer does.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

ROOT = Path(__file__).parent
SOURCE = ROOT / "src" / "parlor"
BUILDS = ROOT / "build" / "compiled"
WHEEL = ROOT / "build" / "wheel"
NO_COMPILER = "There is no C compiler with the headers of Python: Parlor runs as plain Python."
KEPT_BUILDS = 3
"""Servers that run may hold an older one."""
LEAST_GAIN = 4
"""How many times as fast as plain Python compiled playouts are at least."""
PLAYOUTS = """
import json, sys, time, parlor
from parlor.core.chance import Rng
rates = {}
for name in sys.argv[1:]:
    new, rng, games, start = parlor.game(name).new(), Rng(1), 0, time.process_time()
    while (passed := time.process_time() - start) < 0.1:
        new.copy().playout(rng)
        games += 1
    rates[name] = games / passed
print(json.dumps(rates))
"""

# Typed, and called millions of times a second: these are compiled. Everything else stays plain Python.
COMPILED = [
    "bots/edges.py",
    "bots/rounds.py",
    "bots/together.py",
    "bots/tree.py",
    "core/bits.py",
    "core/chance.py",
    "core/fields.py",
    "core/game.py",
    "core/mind.py",
    "core/mixing.py",
    "core/moves.py",
    "core/options.py",
    "core/outcome.py",
    "core/seats.py",
    "core/state.py",
    "core/view.py",
    "games/*/box.py",
    "games/*/mind/*.py",
    "games/*/rules/*.py",
]
# Every move of a table on a server passes through these.
COMPILED += ["core/words.py", "core/record.py", "table/clocks.py", "table/table.py", "table/undo.py"]
COMPILED += ["games/*/telling/events.py", "games/*/telling/knowledge.py", "games/*/telling/position.py"]
COMPILED += ["server/connection.py", "server/frames.py", "server/hosted.py", "server/limits.py"]


def compile_catalogues() -> None:
    """Write the .mo file that gettext reads beside each .po file."""
    for path in SOURCE.rglob("words/*.po"):
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime > path.stat().st_mtime:
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
        with compiled.open("wb") as file:
            write_mo(file, catalogue)


def bundle_client() -> None:
    """Bundle the client of the pages; an sdist's tree may hold it already."""
    spec = importlib.util.spec_from_file_location("client_build", ROOT / "client" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build()


def sources() -> list[Path]:
    """The modules to be compiled."""
    found = {path for pattern in COMPILED for path in SOURCE.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")


def digests() -> dict[str, str]:
    """What binaries are made from: parlor/build.py refuses those that were made from anything else."""
    return {path.relative_to(SOURCE).as_posix(): sha256(path.read_bytes()).hexdigest() for path in sources()}


def has_compiler(flags: Sequence[str] = ()) -> bool:
    """Whether there is a C compiler, with the headers of Python, that takes these flags."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "try.c")
        file.write_text("#include <Python.h>\nint answer(void) { return 42; }\n")
        include = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
        try:
            objects = compiler.compile([str(file)], folder, include_dirs=include, extra_postargs=list(flags))
            compiler.link_shared_object(objects, str(Path(folder, "try.so")), extra_postargs=list(flags))
        except (CompileError, LinkError, PlatformError):
            return False
    return True


def extensions(fast: bool, folder: Path) -> list[Extension]:
    """The modules as C in this folder: either what runs fast, or what is quick to compile again after an edit."""
    from mypyc.build import mypycify

    # mypy works on far more objects than are ever garbage.
    gc.disable()
    os.environ.setdefault("MYPYPATH", str(ROOT / "src"))
    folder.mkdir(parents=True, exist_ok=True)
    paths = [str(path) for path in sources()]
    options: dict[str, Any] = {"debug_level": "0", "target_dir": str(folder / "c")}
    if fast:
        # One library of all modules, which the compiler takes one by one and the linker optimises together.
        modules = mypycify(paths, opt_level="3", multi_file=True, group_name="parlor", **options)
    else:
        # A library for each game and each part: an edit compiles its own alone, and the cache knows the rest.
        groups: dict[str, list[str]] = {}
        for path in sources():
            part, *inner = path.relative_to(SOURCE).with_suffix("").parts
            groups.setdefault(f"parlor_{inner[0] if part == 'games' else part}", []).append(str(path))
        separate: list[tuple[list[str], str | None]] = [(members, name) for name, members in groups.items()]
        modules = mypycify([f"--cache-dir={folder / 'mypy'}", *paths], opt_level="1", separate=separate, **options)
    together = [f"-flto={os.cpu_count() or 1}"]
    if not fast or not has_compiler(together):
        together = []
    for module in modules:
        if new_compiler().compiler_type == "unix":
            # Warnings take gcc two fifths of its time; hidden, a function may be inlined across modules. All modules
            # come with the same list of arguments, so that each gets one of its own.
            module.extra_compile_args = [*module.extra_compile_args, "-w", "-fvisibility=hidden"]
        if module.name.endswith("__mypyc"):
            module.extra_compile_args += together
            module.extra_link_args = ["-O3", *together] if together else []
    return modules


class BuildExtensions(build_ext):
    """Compiles as many files at once as there are processors."""

    def build_extensions(self) -> None:
        """Compile and link."""
        self.parallel = True
        one_by_one = self.compiler.compile

        def at_once(files: list[str], **options: Any) -> list[str]:
            with ThreadPool() as pool:
                done = pool.map(lambda file: one_by_one([file], **options), files)
            return [name for names in done for name in names]

        self.compiler.compile = at_once
        super().build_extensions()

    def run(self) -> None:
        """Compile, and write beside the binaries what they were made from."""
        made_from = digests()
        super().run()
        if self.extensions:
            finish(Path(self.build_lib), made_from)


def finish(folder: Path, made_from: dict[str, str]) -> None:
    """Write beside binaries what they were made from, and see that they run, and fast."""
    if digests() != made_from:
        sys.exit("The source has changed while it was compiled: compile it again.")
    (folder / "parlor" / "compiled.json").write_text(json.dumps(made_from, indent=1) + "\n")
    plain, compiled = playouts(PARLOR_PURE="1"), playouts(PARLOR_COMPILED=str(folder.resolve()))
    for game, rate in plain.items():
        if compiled[game] < LEAST_GAIN * rate:
            sys.exit(
                f"Something is wrong with what was compiled: {compiled[game]:,.0f} playouts of {game} a second, "
                f"and {rate:,.0f} as plain Python."
            )


def playouts(**environment: str) -> dict[str, float]:
    """Games that are played out in a CPU second, of each game."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOR_")}
    kept |= {"PYTHONPATH": str(ROOT / "src"), **environment}
    names = [path.parent.name.replace("_", "-") for path in SOURCE.glob("games/*/game.py")]
    done = subprocess.run([sys.executable, "-c", PLAYOUTS, *names], env=kept, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("What was compiled does not run.")
    return json.loads(done.stdout)


class Compile(Command):
    """Compiles for this checkout, into a folder of its own."""

    description = "compile for this checkout, into a folder of build/compiled"
    user_options: ClassVar = [("fast", None, "as in a wheel, not as quick to compile again after an edit")]
    boolean_options: ClassVar = ["fast"]

    def initialize_options(self) -> None:
        """Quick, unless told otherwise."""
        self.fast = False

    def finalize_options(self) -> None:
        """Nothing depends on anything."""

    def run(self) -> None:
        """Compile, unless that was done already."""
        import fcntl

        for left in [*SOURCE.rglob("*.so"), *SOURCE.parent.glob("*.so"), SOURCE / "compiled.json"]:
            # Binaries once lay beside their source.
            left.unlink(missing_ok=True)
        BUILDS.mkdir(parents=True, exist_ok=True)
        with (BUILDS / "lock").open("w") as lock:
            # Whoever comes while somebody compiles waits, and finds it done.
            fcntl.flock(lock, fcntl.LOCK_EX)
            made_from = digests()
            key = json.dumps([made_from, EXTENSION_SUFFIXES[0], Path(__file__).read_text()])
            name = sha256(key.encode()).hexdigest()[:16]
            if (BUILDS / f"fast-{name}").exists() or (not self.fast and (BUILDS / f"quick-{name}").exists()):
                return
            if not has_compiler():
                print(NO_COMPILER)
                return
            self.compile_into(BUILDS / f"{'fast' if self.fast else 'quick'}-{name}", made_from)
            # mypy would take seconds to free what it knows.
            sys.stdout.flush()
            os._exit(0)

    def compile_into(self, folder: Path, made_from: dict[str, str]) -> None:
        """Compile, and let nobody see any of it before all is there."""
        print(f"Compiling the rules ({folder.name.partition('-')[0]}) ...", flush=True)
        work = BUILDS / ("work-fast" if self.fast else "work-quick")
        unfinished = work / "unfinished"
        if unfinished.exists():
            # Somebody was stopped half way: any file may be half a file.
            shutil.rmtree(work)
        work.mkdir(exist_ok=True)
        unfinished.touch()
        try:
            self.distribution.ext_modules = extensions(self.fast, work)
        except SystemExit:
            # The types do not fit: nothing was written.
            unfinished.unlink()
            raise
        command = self.reinitialize_command("build_ext", build_lib=str(work / "lib"), build_temp=str(work / "temp"))
        command.ensure_finalized()
        build_ext.run(command)
        unfinished.unlink()
        partial = BUILDS / "partial"
        shutil.rmtree(partial, ignore_errors=True)
        for module in self.distribution.ext_modules:
            file = command.get_ext_filename(module.name)
            (partial / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(work / "lib" / file, partial / file)
        finish(partial, made_from)
        partial.rename(folder)
        olds = [*BUILDS.glob("fast-*"), *BUILDS.glob("quick-*")]
        for old in sorted(olds, key=lambda one: one.stat().st_mtime)[:-KEPT_BUILDS]:
            shutil.rmtree(old)


class Texts(Command):
    """Writes what is made of texts alone."""

    description = "compile the catalogues and bundle the client"
    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        """Nothing to choose."""

    def finalize_options(self) -> None:
        """Nothing to choose."""

    def run(self) -> None:
        """Bundle the client: the catalogues are compiled whenever this file runs."""
        bundle_client()


if "--inplace" in sys.argv:
    sys.exit("Binaries do not lie beside their source. Compile with: python setup.py compile (or: make build)")
compile_catalogues()
if {"bdist_wheel", "editable_wheel"} & set(sys.argv):
    bundle_client()
modules: list[Extension] = []
if "bdist_wheel" in sys.argv:
    # Nothing of an earlier wheel, such as a module that has moved since, may get into this one.
    shutil.rmtree(WHEEL, ignore_errors=True)
    if not os.environ.get("PARLOR_PURE"):
        if has_compiler():
            modules = extensions(True, WHEEL)
        else:
            print(NO_COMPILER)
setup(
    ext_modules=modules,
    cmdclass={"build_ext": BuildExtensions, "compile": Compile, "texts": Texts},
    options={"build": {"build_base": str(WHEEL.relative_to(ROOT))}},
)
