import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const mebibyte = 1024 * 1024;
const limitBytes = mebibyte;

/** A JSON object of exactly this many bytes; in a JSON string only its quotes change. */
function objectOf(size: number): string {
  return `{"a":"${'x'.repeat(size - 8)}"}`;
}

function escaped(object: string): string {
  return object.replaceAll('"', '\\"');
}

let token: string;

const server = forFile(
  await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: `${limitBytes}` } }),
);
const guest = await startGuest(server);

async function answer(path: string): Promise<Buffer> {
  const response = await guest.call('GET', path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** The first event of the live stream, as it was sent. */
async function firstEvent(): Promise<Buffer> {
  const response = await guest.call('GET', `/api/sse?endpoint=${token}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    if (Buffer.from(piece).includes('\n\n')) break;
  }
  return Buffer.concat(pieces);
}

/** A list of one capture. */
function listOf(one: Buffer): Buffer {
  return Buffer.concat([Buffer.from('['), one, Buffer.from(']')]);
}

describe.each([
  ['as it is', (object: string) => object, {}],
  [
    'compressed',
    (object: string) => gzipSync(object, { level: 1 }),
    { 'Content-Encoding': 'gzip' },
  ],
])('a JSON object as large as it may be, sent %s', (_, encode, headers) => {
  it.each([65_536, 65_537, limitBytes])(
    'is shown whole alone, in lists and in the stream: %d bytes',
    async (size) => {
      token = await guest.endpoint();
      const object = objectOf(size);
      const { id } = await send(server, token, {
        method: 'POST',
        body: encode(object),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      const one = await answer(`/api/requests/${id}`);
      // A failing matcher would print the whole text. Bytes are compared: that is far quicker than with texts.
      expect(one.includes(`"body":{"json":${object},"raw":"${escaped(object)}"}`)).toBe(true);
      const list = await answer(`/api/requests/endpoint/${token}`);
      expect(list.equals(listOf(one))).toBe(true);
      const event = await firstEvent();
      expect(event.includes(`"body":"${escaped(object)}"`)).toBe(true);
      await guest.ask(204, 'DELETE', `/api/endpoints/${token}`);
    },
  );
});

it('is kept as it was sent if it would be larger than that', async () => {
  token = await guest.endpoint();
  const sent = gzipSync(objectOf(limitBytes + 1));
  const { id } = await send(server, token, {
    method: 'POST',
    body: sent,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  });
  const one = await answer(`/api/requests/${id}`);
  expect(JSON.parse(one.toString()).body).toEqual({ raw: sent.toString() });
  expect((await answer(`/api/requests/endpoint/${token}`)).equals(listOf(one))).toBe(true);
  const event = JSON.parse((await firstEvent()).toString().slice('data: '.length));
  expect(event.SSEWebhookRequest.body === sent.toString()).toBe(true);
});
