// Judges recorded requests against an OpenAPI 2.0 document with Prism's validator.
//
// Usage: node requests.mjs DOCUMENT REQUESTS.jsonl > VERDICTS.jsonl
//
// One verdict a line, in the order of the requests: every fault that Prism sees in the request, taken apart as its own
// server does, and whether the operation that it finds for method and address is the one that was meant.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http/dist/utils/operations.js');
const { validateInput } = require('@stoplight/prism-http/dist/validator/index.js');
const { default: route } = require('@stoplight/prism-http/dist/router/index.js');

const [document, requests] = process.argv.slice(2);
const operations = await getHttpOperationsFromSpec(document);
// Prism knows no server where the document names no host.
const basePath = /^ *"?basePath"?: *["']?([^"'\s,]*)/m.exec(readFileSync(document, 'utf8'))?.[1].replace(/\/$/, '') ?? '';
for (const text of readFileSync(requests, 'utf8').split('\n').filter(Boolean)) {
  const line = JSON.parse(text);
  const { operation, call } = line;
  console.log(JSON.stringify({ operation, call, faults: judge(line) }));
}

function judge(line) {
  try {
    const element = request(line);
    const found = route({ resources: operations, input: element });
    if (found._tag === 'Left') return [['not-found', found.left.detail ?? String(found.left)]];
    const resource = found.right;
    const route_found = `${resource.method.toUpperCase()} ${resource.path}`;
    if (route_found !== line.route) return [['other-operation', route_found]];
    const verdict = validateInput({ resource, element });
    return verdict._tag === 'Right' ? [] : verdict.left.map(fault => [String(fault.code), fault.message]);
  } catch (error) {
    return [['crash', String(error)]];
  }
}

function request({ method, url, headers, body }) {
  const address = new URL(url);
  const query = {};
  for (const name of address.searchParams.keys()) {
    const values = address.searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  const base = operations.flatMap(({ servers = [] }) => servers).find(({ url: base }) => url.startsWith(base));
  const prefix = base ? new URL(base.url).pathname.replace(/\/$/, '') : basePath;
  return {
    method: method.toLowerCase(),
    url: { path: address.pathname.slice(prefix.length), baseUrl: base?.url, query },
    headers: body === null ? headers : { ...headers, 'content-length': String(Buffer.from(body, 'base64').length) },
    body: body === null ? undefined : content(headers['content-type'], Buffer.from(body, 'base64').toString()),
  };
}

function content(type, text) {
  return /[/+]json\b/.test(type ?? '') ? JSON.parse(text) : text;
}
