import { brotliCompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';
import { endpointWith } from './settings.ts';

const mebibyte = 1024 * 1024;
/** Each of them is looked for in the whole body, which takes long. */
const dear = {
  replies: Array.from({ length: 30 }, (_, reply) => ({ when: `body:${'a'.repeat(50)}b${reply}` })),
};

/** Its endpoints. */

const server = forFile(await startServer());
const hostile = await startGuest(server);
const dearTokens = [await endpointWith(hostile, dear), await endpointWith(hostile, dear)];
const neighbour = await startAccount(server);
const token = await endpointWith(neighbour, { replies: [{ when: 'json.a=1', status: 201 }] });
afterEach(() => hostile.ask(204, 'DELETE', '/api/requests'));

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
