"""Judges recorded requests against an OpenAPI 3.x document with openapi-core.

Usage: requests.py DOCUMENT REQUESTS.jsonl > VERDICTS.jsonl

One verdict a line, in the order of the requests: every fault that the library sees in the request, each as a kind and
a sentence, and whether the operation that it finds for method and address is the one that was meant.
"""

import base64
import json
import sys
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import documents
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.deserializing.media_types.util import json_loads
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Parameters(RequestParameters):
    """Path values are taken from the raw address, so they are decoded here, as a server does after routing."""

    def __setattr__(self, name, value):
        if name == "path":
            value = {key: unquote(text) for key, text in value.items()}
        super().__setattr__(name, value)


class Request:
    """A recorded request as the library reads one."""

    def __init__(self, line):
        address = urlsplit(line["url"])
        headers = Headers(line["headers"])
        cookies = [pair.partition("=") for pair in headers.get("cookie", "").split("; ") if pair]
        self.host_url = f"{address.scheme}://{address.netloc}"
        self.path = address.path
        self.method = line["method"].lower()
        self.content_type = headers.get("content-type", "")
        self.body = None if line["body"] is None else base64.b64decode(line["body"])
        self.parameters = Parameters(
            query=ImmutableMultiDict(parse_qsl(address.query, keep_blank_values=True)),
            header=headers,
            cookie=ImmutableMultiDict((unquote(name), unquote(value)) for name, _, value in cookies),
        )


def read(document, media_types):
    """The document; every media type that is JSON by its suffix is read as JSON."""
    suffixed = {name: json_loads for name in media_types if name.endswith("+json")}
    config = Config(spec_validator_cls=None, extra_media_type_deserializers=suffixed)
    return OpenAPI(documents.document(document), config=config)


def judge(validator, line):
    try:
        request = Request(line)
        path = validator._find_path(request)
        found = f"{request.method.upper()} {path.path.parts[-1]}"
        # Some documents tell operations of one address apart by a fragment, which is never sent.
        if found.partition("#")[0] != line["route"].partition("#")[0]:
            return [["other-operation", found]]
        return [fault(error) for error in validator.iter_errors(request)]
    except Exception as error:  # what the library cannot do is a verdict too
        return [fault(error)]


def fault(error):
    """The innermost cause: a keyword of JSON Schema and the place in the value, else the name of the error."""
    while error.__cause__ is not None and not getattr(error, "schema_errors", None):
        error = error.__cause__
    for inner in getattr(error, "schema_errors", ()):
        where = "/".join(str(part) for part in inner.absolute_path)
        value = repr(inner.instance)
        said = inner.message.removeprefix(value).strip()
        return [inner.validator, f"at `{where}`: {value[:80]} {said}"[:400]]
    return [type(error).__name__, str(error)[:400]]


def main(document, requests):
    lines = [json.loads(text) for text in Path(requests).read_text().splitlines()]
    media_types = {line["headers"].get("content-type", "") for line in lines}
    validator = read(document, media_types).request_validator
    for line in lines:
        faults = judge(validator, line)
        print(json.dumps({"operation": line["operation"], "call": line["call"], "faults": faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])
