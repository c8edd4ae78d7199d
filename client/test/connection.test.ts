import "./page";
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { WebSocket, WebSocketServer } from "ws";
import { Connection } from "../src/connection";
import { commitmentFor } from "../src/deal";
import { Refusal } from "../src/page";
import type { Answer, Frame } from "../src/wire";

/** Every socket that was opened. */
let sockets: WebSocket[] = [];

class Counted extends WebSocket {
  constructor(address: string) {
    super(address);
    sockets.push(this);
  }
}

Object.assign(globalThis, { WebSocket: Counted });

/** A server that does with each message what a test says. */
let server: WebSocketServer;
let connection: Connection;
let heard: { frames: number[]; refused: Answer[]; open: boolean[] };
let answer: (socket: WebSocket, message: Record<string, unknown>) => void;
let hellos: Record<string, unknown>[];
let changed: () => void = () => undefined;

function frame(number: number, packed = false): string | Buffer {
  const text = JSON.stringify({ type: "frame", about: { line: number }, parts: [] });
  return packed ? deflateRawSync(text) : text;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => (changed = resolve));
}

async function listen(port = 0): Promise<void> {
  server = new WebSocketServer({ port });
  server.on("connection", (socket) =>
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>;
      if (message["do"] === "hello") hellos.push(message);
      answer(socket, message);
    }),
  );
  await once(server, "listening");
  location.host = `localhost:${(server.address() as AddressInfo).port}`;
}

async function stop(): Promise<void> {
  for (const socket of server.clients) socket.terminate();
  server.close();
  await once(server, "close");
}

beforeEach(async () => {
  hellos = [];
  sockets = [];
  heard = { frames: [], refused: [], open: [] };
  answer = (socket, message) => message["do"] === "hello" && socket.send(frame(1));
  await listen();
  const tell = <Told>(told: Told[]) => (one: Told) => {
    told.push(one);
    changed();
  };
  connection = new Connection("table", "token", {
    frame: (one: Frame) => tell(heard.frames)(one.about.line),
    chat: () => undefined,
    knock: () => undefined,
    refused: tell(heard.refused),
    connected: tell(heard.open),
  });
});

afterEach(async () => {
  connection.close();
  await stop();
});

test("it says hello and takes frames, packed or not, in their order", async () => {
  answer = (socket) => {
    for (let number = 1; number <= 20; number++) socket.send(frame(number, number % 3 === 0));
  };
  await until(() => heard.frames.length === 20);
  assert.deepEqual(heard.frames, Array.from({ length: 20 }, (_, index) => index + 1));
  const commitment = commitmentFor("table");
  assert.match(commitment ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(hellos, [{ do: "hello", token: "token", language: "en", commitment }]);
});

test("answers find the question that they are for", async () => {
  const waiting: [WebSocket, Record<string, unknown>][] = [];
  answer = (socket, message) => {
    if (message["do"] === "hello") return socket.send(frame(1));
    waiting.push([socket, message]);
    if (waiting.length === 2) for (const [to, { note, what }] of waiting.reverse()) to.send(JSON.stringify({ type: "ok", note, says: what }));
  };
  await until(() => heard.frames.length === 1);
  const answers = await Promise.all([connection.ask({ what: "first" }), connection.ask({ what: "second" })]);
  assert.deepEqual(answers.map(({ says }) => says), ["first", "second"]);
});

test("a refused wish is an error in the server's words", async () => {
  answer = (socket, { do: what, note }) =>
    socket.send(what === "hello" ? frame(1) : JSON.stringify({ type: "error", note, error: { id: "move.illegal" }, text: "Not there." }));
  await until(() => heard.frames.length === 1);
  await assert.rejects(connection.ask({ do: "play" }), (error) => error instanceof Refusal && error.id === "move.illegal" && error.message === "Not there.");
});

test("a connection that breaks tells whoever waits, comes back and says hello again", async () => {
  answer = (socket, message) => (message["do"] === "hello" ? socket.send(frame(hellos.length)) : socket.terminate());
  await until(() => heard.frames.length === 1);
  await assert.rejects(connection.ask({ do: "play" }), (error) => error instanceof Refusal && error.id === "offline");
  await until(() => heard.frames.length === 2);
  assert.equal(hellos.length, 2);
  assert.deepEqual(heard.open, [true, false, true]);
});

test("a server that restarts is found again", async () => {
  await until(() => heard.frames.length === 1);
  const { port } = server.address() as AddressInfo;
  await stop();
  await until(() => heard.open.at(-1) === false);
  await assert.rejects(connection.ask({ do: "play" }), (error) => error instanceof Refusal && error.id === "offline");
  await listen(port);
  await until(() => heard.frames.length === 2);
});

test("whom the server refuses does not knock again", async () => {
  answer = (socket) => {
    socket.send(JSON.stringify({ type: "error", note: null, error: { id: "server.token" }, text: "Who are you?" }));
    socket.close();
  };
  await until(() => heard.refused.length === 1);
  assert.equal(heard.refused[0]?.text, "Who are you?");
  if (sockets[0]?.readyState !== WebSocket.CLOSED) await once(sockets[0]!, "close");
  dispatchEvent(new Event("online"));
  assert.equal(sockets.length, 1);
});

test("a server that stands still is left for another, and one that goes is not", async (context) => {
  const asked: unknown[] = [];
  let last: WebSocket | undefined;
  answer = (socket, message) => {
    last = socket;
    asked.push(message["do"]);
    if (message["do"] === "hello") socket.send(frame(hellos.length));
  };
  await until(() => heard.frames.length === 1);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  last?.send(frame(7));
  await until(() => heard.frames.length === 2);
  context.mock.timers.tick(8000);
  while (!asked.includes("here")) await new Promise((resolve) => setImmediate(resolve));
  // Whoever answers is there.
  last?.send(JSON.stringify({ type: "ok", note: null }));
  last?.send(frame(8));
  await until(() => heard.frames.length === 3);
  context.mock.timers.tick(8000);
  context.mock.timers.tick(3900);
  assert.deepEqual(heard.open.at(-1), true);
  context.mock.timers.tick(100);
  assert.deepEqual(heard.open.at(-1), false);
  context.mock.timers.tick(1000);
  await until(() => heard.frames.length === 4);
  assert.match(sockets[1]?.url ?? "", /socket\?try=1$/);
  last?.close(1001);
  await until(() => heard.open.at(-1) === false);
  context.mock.timers.tick(200);
  await until(() => heard.frames.length === 5);
  assert.match(sockets[2]?.url ?? "", /socket$/);
});
