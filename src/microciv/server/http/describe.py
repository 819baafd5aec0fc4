"""How the API documents itself: OpenAPI from the structs of `wire`, and a page that shows it
without a script.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import HTMLResponse, Response

from microciv.server.api.routes import Route
from microciv.server.wire.messages import Problem

REF: Final = "#/components/schemas/{name}"
NUMBERS: Final = {"record": ["match"], "replay": ["seat", "match"], "review": ["seat", "match"]}
"""Numbers that may follow the question mark, by the last word of the path."""


def facts(route: Route) -> dict[str, Any]:
    """What OpenAPI has to know of a route besides its path and summary."""
    path, takes = route.path, route.takes
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": _type_of(name)}}
        for name in re.findall(r"{(\w+)}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "integer"}}
        for name in (NUMBERS.get(path.rpartition("/")[2], []) if takes is None else [])
    ]
    found: dict[str, Any] = {
        "parameters": parameters,
        "responses": {
            str(route.status): _content(route.gives),
            "4XX": {**_content(Problem), "description": "Refusal; nothing has changed"},
        },
    }
    if takes is not None:
        body = _content(takes)
        found["requestBody"] = {"content": body["content"], "required": False}
        found["security"] = [{}, {"token": []}]
    return found


def _type_of(name: str) -> str:
    return "integer" if name == "seat" else "string"


def _content(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    [schema], _ = msgspec.json.schema_components([kind], ref_template=REF)
    return {"description": "As asked", "content": {"application/json": {"schema": schema}}}


def describe_api(app: FastAPI, routes: list[Route]) -> dict[str, Any]:
    document = get_openapi(
        title="microciv",
        version="1",
        summary="Tables, matches and records; matches are played by WebSocket, docs/protocol.md.",
        routes=app.routes,
    )
    for route in routes:
        document["paths"][route.path][route.method.lower()] |= facts(route)
    kinds = [kind for route in routes for kind in (route.gives, route.takes) if kind is not None]
    _, schemas = msgspec.json.schema_components([Problem, *kinds], ref_template=REF)
    document["components"] = {
        "schemas": schemas,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }
    return document


def docs_page(document: dict[str, Any]) -> Response:
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>microciv: interface</title>",
        "</head><body><h1>The programming interface</h1>",
        f"<p>{escape(document['info']['summary'])}",
        "The same as <a href=/api/openapi.json>OpenAPI</a>.</p>",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', ''))}</p><ul>")
            body = operation.get("requestBody")
            if body is not None:
                parts.append(f"<li>takes {_link(body)}</li>")
            parts += [
                f"<li>{escape(status)}: {_link(response)}</li>"
                for status, response in operation["responses"].items()
            ]
            parts.append("</ul>")
    for name, schema in document["components"]["schemas"].items():
        text = escape(json.dumps(schema, indent=1))
        parts.append(f'<h3 id="{escape(name)}">{escape(name)}</h3><pre>{text}</pre>')
    parts.append("</body></html>")
    return HTMLResponse("".join(parts))


def _link(part: dict[str, Any]) -> str:
    schema = part["content"]["application/json"]["schema"]
    names = re.findall(r"schemas/(\w+)", json.dumps(schema))
    links = [f'<a href="#{name}">{name}</a>' for name in names]
    return ", ".join(links) or escape(json.dumps(schema))
