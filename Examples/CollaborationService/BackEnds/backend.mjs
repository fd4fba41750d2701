#!/usr/bin/env node
// A back end with documents of its own, which asks the collaboration service who may read and write them.
//
//     SERVICE=http://127.0.0.1:9080 BACKEND_TOKEN=... PORT=8090 ./backend.mjs
import { createServer } from "node:http";

const [documents, cache, encoded] = [new Map(), new Map(), encodeURIComponent];
let eventCount = 0;

async function ask(method, path, body) {
  const headers = { Authorization: `Bearer ${process.env.BACKEND_TOKEN}`, "Content-Type": "application/json" };
  const answer = await fetch(process.env.SERVICE + path, { method, headers, body, signal: AbortSignal.timeout(5000) });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/**
 * What the account may do, null without access. It is asked for again when the time is over that the service names, and when the
 * service tells of a change.
 */
async function optionsOf(account, document) {
  const path = `/collaborations/${encoded(document)}/accounts/${encoded(account)}`;
  let entry = cache.get(path);
  if (!(entry?.end > performance.now())) {
    const count = eventCount;
    const { status, headers, body } = await ask("GET", path);
    if (status !== 200) throw new Error(`the collaboration service answers ${status}`);
    const age = Number(/max-age=(\d+)/.exec(headers.get("Cache-Control"))?.[1] ?? 0);
    entry = { found: JSON.parse(body), end: performance.now() + 1000 * age };
    if (cache.size > 10_000) cache.clear();
    // An answer from before a change is not kept.
    if (count === eventCount) cache.set(path, entry);
  }
  return entry.found.hasAccess ? entry.found.permittedOptions : null;
}

/** Forgets what it knows of a collaboration when access changes in it. Your sessions and websockets are closed here too. */
async function followChanges(last) {
  const headers = { Authorization: `Bearer ${process.env.BACKEND_TOKEN}`, ...(last && { "Last-Event-ID": last }) };
  try {
    // The service sends a line every ten seconds. With several servers, follow each.
    const { body } = await fetch(`${process.env.SERVICE}/changes`, { headers });
    let text = "";
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop();
      for (const line of lines) {
        if (line.startsWith("id: ")) last = line.slice(4);
        if (!line.startsWith("data: ")) continue;
        eventCount += 1;
        // After an event `missed` there is no name, and everything is forgotten.
        const { collaboration } = JSON.parse(line.slice(6));
        const prefix = collaboration === undefined ? "" : `/collaborations/${encoded(collaboration)}/`;
        for (const path of cache.keys()) if (path.startsWith(prefix)) cache.delete(path);
      }
    }
  } catch {}
  setTimeout(followChanges, 1000, last);
}

async function answer(method, name, action, account, body) {
  const document = documents.get(name);
  if (!document && method === "PUT") {
    documents.set(name, { owner: account, text: body });
    return { status: 201, body: "" };
  }
  const isOwner = document?.owner === account;
  const options = isOwner ? ["write"] : document ? await optionsOf(account, name) : null;
  switch (`${method} ${action ?? ""}`) {
    case "GET ":
      if (options) return { status: 200, body: document.text };
      break;
    case "PUT ":
      if (!options?.includes("write")) break;
      document.text = body;
      return { status: 200, body: "" };
    case "POST share":
      // The app sends its StartRequest here, and fulfills its start action with the answer.
      if (isOwner) return ask("PUT", `/collaborations/${encoded(name)}?account=${encoded(account)}`, body);
      break;
    case "DELETE ":
      if (!isOwner) break;
      await ask("DELETE", `/collaborations/${encoded(name)}`);
      documents.delete(name);
      return { status: 204, body: "" };
  }
  return { status: 403, body: '{"error":"accessDenied"}' };
}

followChanges();
const server = createServer(async (request, response) => {
  const [name, action] = request.url.replace("/documents/", "").split("/");
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  // Your sign-in goes here. This one believes the client, so it listens on this machine alone.
  const given = answer(request.method, name, action, request.headers.account ?? "", body);
  const found = await given.catch((error) => ({ status: 503, body: JSON.stringify({ error: error.message }) }));
  response.writeHead(found.status).end(found.body);
});
server.listen(process.env.PORT ?? 8090, "127.0.0.1", () => console.log(`Serving on http://127.0.0.1:${server.address().port}`));
