"""Reads an OpenAPI document as the library jsonschema-path has one."""

import json
from pathlib import Path

from jsonschema_path import SchemaPath


def document(path):
    """The document at a path; its references lead into the files beside it."""
    file = Path(path).resolve()
    if file.suffix == ".json":
        return SchemaPath.from_dict(json.loads(file.read_text(encoding="utf-8")), base_uri=file.as_uri())
    return SchemaPath.from_file_path(str(file))
