"""Prints the slots of every operation of an OpenAPI document, read without fewtools.

Usage: slots.py DOCUMENT > SLOTS.jsonl

One operation a line: its route, and its slots with whether a request needs them. References are followed by the
library jsonschema-path, into other files too; all else is written here after the specifications.
"""

import json
import sys

import documents

METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
# Header parameters that other parts of a document or the connection say.
UNSENT = {
    "accept", "content-type", "authorization", "connection", "content-length", "expect", "host", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
}  # fmt: skip


# Whether schemas are those of JSON Schema, as since 3.1.
JSON_SCHEMA = False


def value(node, key, default=None):
    return (node / key).read_value() if key in node else default


def parameters(item, operation):
    """The parameters of the path item, overridden by those of the operation that have the same place and name."""
    merged = {}
    for owner in (item, operation):
        if "parameters" in owner:
            for parameter in owner / "parameters":
                place, name = value(parameter, "in"), value(parameter, "name")
                key = name.lower() if place == "header" else name
                merged[place, key] = parameter
    return merged.values()


def shape(schema):
    """Types, properties, required names, read-only names and openness of a schema, its allOf merged."""
    found = {"types": None, "properties": {}, "required": set(), "choice": False, "additional": None}
    merge(found, schema, 0)
    return found


def merge(found, schema, depth):
    content = schema.read_value()
    if depth > 30 or not isinstance(content, dict):
        return
    types = content.get("type")
    if types is not None:
        types = {types} if isinstance(types, str) else set(types)
        found["types"] = types if found["types"] is None else found["types"] & types
    if "properties" in schema:
        for name, written in content["properties"].items():
            # Since 3.1 keywords count beside a reference, which the library steps over.
            beside = written if JSON_SCHEMA and isinstance(written, dict) else {}
            read_only = beside.get("readOnly") is True or is_read_only(schema / "properties" / name, 0)
            found["properties"][name] = found["properties"].get(name, False) or read_only
    required = content.get("required")
    found["required"].update(required if isinstance(required, list) else ())
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            merge_choice(found, list(schema / choice), depth)
    if "additionalProperties" in content and found["additional"] is not False:
        found["additional"] = content["additionalProperties"] is not False
    if "allOf" in schema:
        for part in schema / "allOf":
            merge(found, part, depth + 1)


def merge_choice(found, branches, depth):
    """A choice with null, or of one, is none."""
    solid = [branch for branch in branches if value(branch, "type") != "null"]
    if len(solid) == 1:
        merge(found, solid[0], depth + 1)
    else:
        found["choice"] = True


def is_read_only(schema, depth):
    content = schema.read_value()
    if not isinstance(content, dict) or depth > 8:
        return False
    parts = schema / "allOf" if "allOf" in schema else ()
    return content.get("readOnly") is True or any(is_read_only(part, depth + 1) for part in parts)


def rank(media_type):
    essence = media_type.split(";")[0].strip().lower()
    if essence in ("application/json", "text/json", "*/*", "application/*") or essence.endswith("+json"):
        return 0
    if essence == "application/x-www-form-urlencoded":
        return 1
    if essence == "multipart/form-data":
        return 2
    textual = ("application/xml", "application/yaml", "application/x-yaml", "application/x-ndjson")
    if essence.startswith("text/") or essence.endswith(("+xml", "+yaml")) or essence in textual:
        return 3
    return 4


def body_slots(schema, media_type, required):
    whole = {"body": required}
    if schema is None:
        return whole
    found = shape(schema)
    types = (found["types"] or {"object"}) - {"null"}
    is_empty = types == {"object"} and not found["properties"] and found["additional"] is False
    if not required and not found["choice"] and (not types or is_empty):
        return {}  # nothing, or nothing but {}, could be sent
    if rank(media_type) > 2:
        return whole
    if types != {"object"} or not found["properties"] or found["choice"]:
        return whole
    slots = {}
    for name, read_only in found["properties"].items():
        if not read_only:
            slots[f"body.{name}"] = required and name in found["required"]
    if found["additional"] is not False:
        for name in found["required"] - set(found["properties"]):
            slots[f"body.{name}"] = required
    if found["additional"]:
        slots["body.*"] = False
    return slots


def slots(document, item, operation):
    found = {}
    form = {}
    for parameter in parameters(item, operation):
        place, name, required = value(parameter, "in"), value(parameter, "name"), value(parameter, "required", False)
        if place == "body":
            consumes = value(operation, "consumes", value(document, "consumes", ["application/json"]))
            media_type = min(consumes or ["application/json"], key=rank)
            found.update(body_slots(parameter / "schema" if "schema" in parameter else None, media_type, required))
        elif place == "formData":
            form[f"body.{name}"] = required
        elif place == "querystring":
            found["querystring"] = required
        elif not (place == "header" and name.lower() in UNSENT):
            found[f"{place}.{name}"] = required or place == "path"
    found.update(form)
    if "requestBody" in operation:
        body = operation / "requestBody"
        media = list((body / "content").keys()) if "content" in body else []
        if media:
            best = min(media, key=rank)
            node = body / "content" / best
            schema = node / "schema" if "schema" in node else None
            found.update(body_slots(schema, best, value(body, "required", False)))
    return found


def main(path):
    global JSON_SCHEMA
    document = documents.document(path)
    JSON_SCHEMA = str(value(document, "openapi", "2")) >= "3.1"
    for template in document / "paths":
        route = template.parts[-1]
        for method in METHODS:
            if method in template:
                operation = template / method
                line = {"route": f"{method.upper()} {route}", "slots": slots(document, template, operation)}
                print(json.dumps(line))


if __name__ == "__main__":
    main(sys.argv[1])
