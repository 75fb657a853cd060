import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';
import {
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  type Visitor,
} from '../start-server.ts';
import { endpointWith } from './settings.ts';

const mebibyte = 1024 * 1024;
/** Each of them is looked for in the whole body, which takes long. */
const dear = {
  replies: Array.from({ length: 30 }, (_, reply) => ({ when: `body:${'a'.repeat(50)}b${reply}` })),
};

let server: TestServer;
let hostile: Visitor;
/** Its endpoints. */
let dearTokens: string[];
let neighbour: Visitor;
let token: string;

beforeAll(async () => {
  server = await startServer();
  hostile = await startGuest(server);
  dearTokens = [await endpointWith(hostile, dear), await endpointWith(hostile, dear)];
  neighbour = await startAccount(server);
  token = await endpointWith(neighbour, { replies: [{ when: 'json.a=1', status: 201 }] });
});
afterEach(() => hostile.ask(204, 'DELETE', '/api/requests'));
afterAll(() => server[Symbol.asyncDispose]());

const head = (index: number, length: number, more = '') =>
  `POST /wh/${dearTokens[index % 2]} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n${more}\r\n`;

async function captureOfNeighbour(): Promise<number> {
  const options = { method: 'POST', body: '{"a":1}' };
  return (await fetch(`${server.url}/wh/${token}`, options)).status;
}

/** The answers that are stored with the captures of the hostile neighbour. */
async function answers(): Promise<string[]> {
  const stored = await hostile.ask(200, 'GET', '/api/requests?view=summary&limit=1000');
  return stored.map(({ answer }: { answer: string }) => answer);
}

test('whole bodies that wait give way, so that captures of others go on', async () => {
  const count = 80;
  const body = Buffer.alloc(mebibyte, 'a');
  const sockets = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await openSocket(server.url);
    socket.resume().on('error', () => {});
    socket.write(head(index, mebibyte));
    await new Promise((written) => socket.write(body, written));
    sockets.push(socket);
    if (index % 10 === 0) expect(await captureOfNeighbour()).toBe(201);
  }
  // The answer that gave way is still to be stored, which may take a while.
  const held = () => Promise.resolve(server.metrics.bodiesInFlight.read());
  await eventually(held, (bytes) => bytes < 60 * mebibyte);
  for (const socket of sockets) socket.destroy();
  // All are stored, most of them unexamined, well before half a minute of examinations is over.
  expect(await eventually(answers, ({ length }) => length === count)).toContain('503');
});

test('requests whose senders hung up do not wait, also in one packet', async () => {
  const body = brotliCompressSync(Buffer.alloc(mebibyte, 'a'));
  const request = Buffer.concat([
    Buffer.from(head(0, body.length, 'Content-Encoding: br\r\n')),
    body,
  ]);
  const packet = Buffer.concat(Array.from({ length: 50 }, () => request));
  for (let index = 0; index < 8; index += 1) {
    const socket = await openSocket(server.url);
    socket.on('error', () => {});
    await new Promise((written) => socket.write(packet, written));
    socket.destroy();
  }
  expect(await captureOfNeighbour()).toBe(201);
  expect(await eventually(answers, (stored) => stored.length === 400)).toContain('503');
});
