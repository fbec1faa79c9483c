"""Judges recorded requests against an OpenAPI 3.x document with openapi-core.

Usage: requests.py DOCUMENT REQUESTS.jsonl > VERDICTS.jsonl

One verdict a line, in the order of the requests: the operation that the library itself finds for method and address,
and every fault it sees.
"""

import base64
import json
import re
import sys
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Parameters(RequestParameters):
    """Path values are taken from the raw address, so they are decoded here, as a server does after routing."""

    def __setattr__(self, name, value):
        if name == "path":
            value = {key: unquote(text) for key, text in value.items()}
        super().__setattr__(name, value)


class Request:
    def __init__(self, line):
        address = urlsplit(line["url"])
        headers = Headers(line["headers"])
        cookies = SimpleCookie(headers.get("cookie", ""))
        self.host_url = f"{address.scheme}://{address.netloc}"
        self.path = address.path
        self.method = line["method"].lower()
        self.content_type = headers.get("content-type", "")
        self.body = None if line["body"] is None else base64.b64decode(line["body"])
        self.parameters = Parameters(
            query=ImmutableMultiDict(parse_qsl(address.query, keep_blank_values=True)),
            header=headers,
            cookie=ImmutableMultiDict({name: unquote(cookie.value) for name, cookie in cookies.items()}),
        )


def causes(error):
    """An error and what caused it, as one line each."""
    while error is not None:
        schema_errors = getattr(error, "schema_errors", None)
        yield f"{type(error).__name__}: {error}".split("\n")[0][:300]
        for inner in schema_errors or ():
            where = "/".join(str(part) for part in inner.absolute_path)
            yield f"{inner.validator} at {where}: {inner.message}"[:300]
        error = error.__cause__


def judge(validator, request):
    try:
        return [list(causes(error)) for error in validator.iter_errors(request)]
    except Exception as error:  # what the library cannot do is a verdict too
        return [["crash", *causes(error)]]


def main(document, requests):
    config = Config(spec_validator_cls=None)
    api = OpenAPI.from_file_path(document, config=config)
    validator = api.request_validator
    for text in Path(requests).read_text().splitlines():
        line = json.loads(text)
        faults = judge(validator, Request(line))
        print(json.dumps({"operation": line["operation"], "call": line["call"], "faults": faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])
