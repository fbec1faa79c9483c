// Passes every request on as it is, with a key of the demo's API: the suite cannot send headers of its own.
import { createServer, request } from "node:http";

const [target, key] = process.argv.slice(2);
const { hostname, port } = new URL(target);

const server = createServer((question, answer) => {
    const { method, url, headers } = question;
    const passed = request({ hostname, port, method, path: url, headers: { ...headers, authorization: `Bearer ${key}` } });
    passed.on("response", (given) => {
        answer.writeHead(given.statusCode, given.headers);
        given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    question.pipe(passed);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
