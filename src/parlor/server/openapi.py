"""The HTTP part, described for machines. What is checked on the way in is described from the same types."""

from __future__ import annotations

from typing import Any

import msgspec

from parlor.server.messages import Invitation, Join, NewTable, Webhook

_SCHEMAS = msgspec.json.schema_components(
    [NewTable, Join, Invitation, Webhook], ref_template="#/components/schemas/{name}"
)
_ANY_OBJECT: dict[str, Any] = {"type": "object"}
_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["type", "error", "text"],
    "properties": {
        "type": {"const": "error"},
        "note": {"type": ["integer", "null"]},
        "error": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
        "text": {"type": "string"},
    },
}
_TABLE: dict[str, Any] = {
    "type": "object",
    "required": ["table", "game", "options", "commitment", "line", "seats", "to_act", "outcome"],
    "properties": {
        "table": {"type": "string"},
        "game": {"type": "string"},
        "options": _ANY_OBJECT,
        "commitment": {"type": "string"},
        "line": {"type": "integer"},
        "seats": {"type": "array", "items": _ANY_OBJECT},
        "to_act": {"type": "array", "items": {"type": "integer"}},
        "outcome": {"type": ["object", "null"]},
        "asked": {"type": ["array", "null"]},
        "may_end": {"type": "boolean"},
        "spectators": {"type": "boolean"},
        "hints": {"type": "boolean"},
        "rematch": {"type": ["string", "null"]},
        "tokens": {"type": "array", "items": _ANY_OBJECT},
        "invitations": {"type": "array", "items": _ANY_OBJECT},
    },
}
_PATH_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _operation(
    summary: str, returns: dict[str, Any], *, body: str | None = None, at_table: bool = False, created: bool = False
) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": summary,
        "responses": {
            "201" if created else "200": {"description": "Done", "content": _json(returns)},
            "default": {"description": "Refused, with the reason", "content": _json(_ref("Error"))},
        },
    }
    if at_table:
        described["parameters"] = [_PATH_TABLE]
    if body is not None:
        described["requestBody"] = {"required": True, "content": _json(_ref(body))}
    return described


def _list_of(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema}


_RECORD = _operation(
    "The record of a finished game; before that, what the asking seat has seen", _ANY_OBJECT, at_table=True
)
_RECORD["responses"]["200"]["content"]["application/jsonl"] = {"schema": {"type": "string"}}
_RECORD["security"] = [{}, {"token": []}]
_IMPORT = _operation("Keep a finished record as a table", _ref("Table"), created=True)
_IMPORT["requestBody"] = {
    "required": True,
    "content": {kind: {"schema": {"type": "string"}} for kind in ("text/plain", "application/jsonl")},
}

DESCRIPTION: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "Parlor",
        "version": "1",
        "description": "Tables of pizza board games. Moves are made on the socket of a table: see the wire protocol.",
    },
    "paths": {
        "/api/games": {"get": _operation("Every game with its seat counts and options", _list_of(_ANY_OBJECT))},
        "/api/bots": {"get": _operation("The names of all bots", _list_of({"type": "string"}))},
        "/api/tables": {
            "get": _operation("Listed tables that are being played", _list_of(_ref("Table"))),
            "post": _operation("Set a table", _ref("Table"), body="NewTable", created=True),
        },
        "/api/tables/{table}": {"get": _operation("What anybody may know of a table", _ref("Table"), at_table=True)},
        "/api/tables/{table}/join": {
            "post": _operation("Sit down by an invitation, or on an open seat", _ANY_OBJECT, body="Join", at_table=True)
        },
        "/api/tables/{table}/invitation": {
            "post": _operation("The seats of an invitation", _ANY_OBJECT, body="Invitation", at_table=True)
        },
        "/api/tables/{table}/knock": {
            "post": _operation(
                "Say to whoever sits there that it is you", _ANY_OBJECT, body="Invitation", at_table=True
            )
        },
        "/api/tables/{table}/webhook": {
            "post": _operation("Where to tell a seat its turn", _ANY_OBJECT, body="Webhook", at_table=True)
        },
        "/api/tables/{table}/record": {"get": _RECORD},
        "/api/records": {"post": _IMPORT},
        "/health": {"get": _operation("Whether the server works", _ANY_OBJECT)},
    },
    "components": {
        "schemas": {**_SCHEMAS[1], "Table": _TABLE, "Error": _ERROR},
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    },
}
