"""What lies ready in deploy/ runs as it stands there, as far as that can be seen without root, Docker or Grafana."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
import yaml

from parlor.server.address import Address, parse_database

from .server.house import PATIENCE, Process, process
from .server.nginx import free_port

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DUTY = (ROOT / "docs" / "on-duty.md").read_text(encoding="utf-8")
DOCKER = DEPLOY / "docker"
UNIT = DEPLOY / "systemd" / "parlor.service"


def test_systemd_takes_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.fail("systemd is missing: install Debian's package systemd.")
    text = UNIT.read_text()
    (command,) = re.findall(r"^ExecStart=(\S+) serve", text, re.M)
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace(command, str(Path(sys.executable).with_name("parlor"))))
    for arguments in (["verify"], ["security", "--offline=true", "--threshold=20", "--no-pager"]):
        done = subprocess.run(
            ["systemd-analyze", *arguments, str(unit)], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "parlor.service:" not in done.stderr, done.stderr


def test_the_command_of_the_unit_serves(tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=\S+ serve (.*)$", UNIT.read_text(), re.M)
    for name in ("RUNTIME_DIRECTORY", "STATE_DIRECTORY"):
        command = command.replace(f"${{{name}}}", str(tmp_path))
    with process(tmp_path / "parlor.db", *shlex.split(command)) as server:
        assert json.loads(_get(server, "/health"))["ok"]
        assert (tmp_path / "admin").is_socket()


def _get(server: Process, path: str) -> str:
    with urllib.request.urlopen(server.url + path, timeout=PATIENCE) as response:
        text: str = response.read().decode()
        return text


def steps(stage: str) -> Iterator[tuple[str, str]]:
    """The instructions of a stage of the Dockerfile."""
    for line in stage.replace("\\\n", " ").splitlines():
        if line and not line.startswith("#"):
            instruction, _, rest = line.partition(" ")
            yield instruction, rest


@pytest.fixture(scope="module")
def stages() -> list[str]:
    _, *found = re.split(r"^(?=FROM )", (DOCKER / "Dockerfile").read_text(), flags=re.M)
    assert len(found) == 2
    return found


def _ignored() -> list[str]:
    return (DOCKER / "Dockerfile.dockerignore").read_text().split()


def _leave_out(folder: str, names: list[str]) -> set[str]:
    """What Docker would not copy."""
    here = Path(folder).relative_to(ROOT)
    return {
        name
        for name in names
        for pattern in _ignored()
        if (here / name).match(pattern.removeprefix("**/")) and ("**/" in pattern or fnmatch(str(here / name), pattern))
    }


@pytest.fixture(scope="module")
def image(stages: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage leaves, made by its own steps: in a folder, of plain Python, with what is installed here."""
    folder = tmp_path_factory.mktemp("image")
    source, made = folder / "source", folder / "parlor"
    source.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {
        "PARLOR_PURE": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    ran = 0
    for instruction, rest in steps(stages[0]):
        if instruction == "COPY":
            *names, to = rest.split()
            for name in names:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, source / to, ignore=_leave_out)
                else:
                    shutil.copy(ROOT / name, source / to)
        elif instruction == "RUN" and "apt-get" not in rest:
            # npm may fetch nothing here.
            if (modules := ROOT / "client" / "node_modules").exists() and not (source / "client/node_modules").exists():
                (source / "client" / "node_modules").symlink_to(modules)
            command = rest.replace("/opt/parlor", str(made)).replace("/wheels", str(folder / "wheels"))
            done = subprocess.run(
                ["sh", "-ec", command], cwd=source, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout + done.stderr
            ran += 1
    assert ran == 3
    return made


def test_the_image_serves_as_somebody_else_than_root(image: Path, stages: list[str], tmp_path: Path) -> None:
    said = dict(steps(stages[1]))
    assert said["COPY"] == "--from=build /opt/parlor /opt/parlor"
    assert int(said["USER"]) > 0
    entry, command = json.loads(said["ENTRYPOINT"]), json.loads(said["CMD"])
    _, test = said["HEALTHCHECK"].split("CMD ")
    port = free_port()
    check = [part.replace(":8080", f":{port}") for part in json.loads(test)]
    assert check != json.loads(test)
    places = [path for path in sys.path if path.endswith("site-packages")]
    environment = {
        "PATH": f"{image}/bin:/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(places),
        "PARLOR_DATABASE": str(tmp_path / "parlor.db"),
        "LANG": "C.UTF-8",
    }
    where = [str(image / "bin" / "python"), "-c", "import parlor; print(parlor.__file__)"]
    found = subprocess.run(where, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(image)), found.stdout
    server = subprocess.Popen([*entry, *command, "--port", str(port)], env=environment, cwd=tmp_path, text=True)

    def checked() -> int:
        return subprocess.run(
            check, env=environment, cwd=tmp_path, capture_output=True, check=False, timeout=PATIENCE
        ).returncode

    try:
        until = time.monotonic() + PATIENCE
        while checked() != 0:
            assert server.poll() is None
            assert time.monotonic() < until
    finally:
        server.terminate()
        server.wait(PATIENCE)
    assert checked() != 0


def test_the_services_of_compose_fit_each_other(tmp_path: Path) -> None:
    password = "s3cret"
    text = re.sub(r"\$\{PARLOR_PASSWORD:\?[^}]*\}", password, (DOCKER / "compose.yaml").read_text())
    assert "${" not in text
    found = yaml.safe_load(text)
    parlor, database, nginx = (found["services"][name] for name in ("parlor", "database", "nginx"))
    address = parse_database(parlor["environment"]["PARLOR_DATABASE"])
    given = database["environment"]
    assert isinstance(address, Address)
    assert address.url == f"postgresql://{given['POSTGRES_USER']}:{password}@database/{given['POSTGRES_DB']}"
    assert parlor["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert (DOCKER / parlor["build"]["context"]).resolve() == ROOT
    assert (ROOT / parlor["build"]["dockerfile"]).is_file()
    assert nginx["network_mode"] == "service:parlor"
    for volume in nginx["volumes"]:
        here, there, _ = volume.split(":")
        if here.endswith(".conf"):
            ours = (DOCKER / here).read_text()
        else:
            assert f" {there}/fullchain.pem;" in ours
            assert f" {there}/privkey.pem;" in ours
    # Its processes are reached by nginx alone, on the port that both take unless told otherwise.
    assert "--host" not in parlor["command"]
    assert "server 127.0.0.1:8080 " in ours
    assert all(service["mem_limit"] for service in found["services"].values())
    _, *options = [part.replace("/var/lib/parlor", str(tmp_path)) for part in parlor["command"]]
    with process(tmp_path / "parlor.db", *options) as server:
        assert json.loads(_get(server, "/health"))["ok"]


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The samples that a server exposes of which something was asked, with their labels."""
    database = tmp_path_factory.mktemp("exposed") / "parlor.db"
    with process(database, "--debug-loop", "50") as server:
        with pytest.raises(HTTPError):
            _get(server, "/api/tables/nowhere")
        text = _get(server, "/metrics") + _get(server, "/metrics")
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
        found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    # Nobody has waited for a worker, and none was replaced.
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M):
        if kind in ("counter", "gauge"):
            found.setdefault(name, {"lane"})
    return found


def expressions(data: Any) -> Iterator[str]:
    """All that is asked of Prometheus."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "expr":
                yield value
            else:
                yield from expressions(value)
    elif isinstance(data, list):
        for value in data:
            yield from expressions(value)


@pytest.mark.parametrize("path", ["grafana/parlor.json", "prometheus/alerts.yml"])
def test_every_metric_that_is_asked_for_is_one_that_the_server_exposes(path: str, exposed: dict[str, set[str]]) -> None:
    asked = list(expressions(yaml.safe_load((DEPLOY / path).read_text())))
    assert len(asked) > 10
    for expression in asked:
        names = re.findall(r"\b(parlor_\w+|process_\w+|up)\b", expression)
        assert names, expression
        labels = {"job", "le", "process"}
        for name in names:
            assert name == "up" or name in exposed, expression
            labels |= exposed.get(name, set())
        # Several processes are told apart by their name.
        wanted = re.findall(r"by \(([\w, ]+)\)", expression) + re.findall(r"\{(\w+)=", expression)
        assert {label for labels in wanted for label in labels.split(", ")} <= labels, expression


def test_whoever_is_on_duty_finds_each_alarm() -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"][0]["rules"]
    headings = re.findall(r"^### (Parlor\w+)$", DUTY, re.M)
    assert sorted(headings) == sorted(rule["alert"] for rule in rules)
    for rule in rules:
        assert {"expr", "labels", "annotations"} <= set(rule)
        said = DUTY.partition(f"### {rule['alert']}\n")[2].partition("\n### ")[0]
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert "What to do:" in said, rule["alert"]


def test_every_server_of_a_paper_configuration_is_where_parlor_listens() -> None:
    for path in ("caddy/Caddyfile", "haproxy/haproxy.cfg", "nginx/parlor.conf"):
        text = (DEPLOY / path).read_text()
        assert "127.0.0.1:8080" in text
        assert "--behind-proxy" in text
