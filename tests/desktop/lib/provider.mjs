/** A provider on loopback, independent of Paceline's client: it sends what the test tells it to. */

import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const event = (data) => `data: ${JSON.stringify(data)}\n\n`;

/** One chunk of an answer. */
export const said = (content, finish = null) =>
  event({
    id: "c1",
    object: "chat.completion.chunk",
    model: "test",
    choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }],
  });

export const usage = (prompt, completion) =>
  event({
    id: "c1",
    object: "chat.completion.chunk",
    model: "test",
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    },
  });

export const failed = (error) => event({ error });
export const DONE = "data: [DONE]\n\n";

/**
 * Serves `models`: by name, what to answer a request with. An answer is `{ status, headers, body }`, or `{ headers,
 * stream }` with the pieces of a body, each sent `gapMs` after the previous one; both may depend on the request's
 * `Authorization` or `x-api-key`. Everything is below `/v1`, as with most servers. Requests are kept as received, and so are the
 * ports that connections come from, whether or not anything is asked there.
 */
export async function serve(models, { gapMs = 30, accepts = () => true } = {}) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    let sent = "";
    for await (const bytes of request) sent += bytes;
    const { authorization = request.headers["x-api-key"] ?? "" } = request.headers;
    requests.push({ path: request.url, authorization, body: sent ? JSON.parse(sent) : null });
    const json = (status, body, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(body));
    };
    if (!request.url.startsWith("/v1/")) {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("404 page not found");
      return;
    }
    if (!accepts(authorization)) {
      json(401, { error: { message: "Incorrect API key provided.", code: "invalid_api_key" } });
      return;
    }
    if (request.url === "/v1/models") {
      json(200, { object: "list", data: Object.keys(models).map((id) => ({ id, object: "model" })) });
      return;
    }
    const answer = models[JSON.parse(sent).model]?.(authorization);
    if (!answer) {
      json(404, { error: { message: "There is no such model.", code: "model_not_found" } });
      return;
    }
    const { status = 200, headers = {}, body, stream } = answer;
    if (body) {
      json(status, body, headers);
      return;
    }
    response.writeHead(status, { "content-type": "text/event-stream", ...headers });
    for (const piece of stream) {
      if (response.destroyed) return;
      response.write(piece);
      await sleep(gapMs);
    }
    response.end();
  });
  const connections = [];
  server.on("connection", (socket) => connections.push(socket.remotePort));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    connections,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
