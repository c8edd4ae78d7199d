"""The HTTP part keeps to its own description, whatever it is asked."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import parlor

from .house import House, run, serving


async def with_names(house: House, described: Any) -> Any:
    """The description with games and tables that can be guessed."""
    tables = [(await house.table("human", "open", "open"))[0], (await house.table("random", "random"))[0], "nowhere"]
    described["components"]["schemas"]["NewTable"]["properties"]["game"] = {"enum": [*parlor.games.names(), "chess"]}
    kinds = described["paths"]["/api/records"]["post"]["requestBody"]["content"]
    del kinds["application/jsonl"]
    for methods in described["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                parameter["schema"] = {"enum": tables}
    return described


@pytest.mark.long
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            # With names that are there, it gets further than to the first refusal.
            described = await house.get("/api/openapi.json")
            (tmp_path / "described.json").write_text(json.dumps(await with_names(house, described)))
            command = [
                *(sys.executable, "-m", "schemathesis.cli", "run", str(tmp_path / "described.json")),
                *("--url", house.url, "--max-examples", "25", "--phases", "fuzzing", "--generation-deterministic"),
                *("--checks", "not_a_server_error,status_code_conformance,content_type_conformance"),
                *("--checks", "response_schema_conformance"),
            ]
            fuzzing = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=tmp_path
            )
            said, _ = await fuzzing.communicate()
            assert fuzzing.returncode == 0, said.decode()
            await house.get("/health")

    run(test)
