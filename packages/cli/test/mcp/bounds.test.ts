import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { sendExactly } from '../captured-requests/sent-exactly.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startAssistant } from './assistant.ts';

/** Every answer to an assistant is bounded, and still it can read everything. */

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const assistant = forFile(await startAssistant(workplace));
const token = await workplace.visitor.endpoint();

function sent(body: Buffer | string, ...head: string[]): Promise<number> {
  const lines = ['Host: h', 'Connection: close', ...head];
  const request = { method: 'POST', below: '', head: lines, body: Buffer.from(body) };
  return sendExactly(server, token, request);
}

/** The largest possible answer of the tools. */
const largest = 120_000;

/** Shows the request; the answer must not be too long. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the answer
async function show(id: number, wish: object = {}): Promise<any> {
  const shown = await assistant.use('show_request', { id, ...wish });
  expect(JSON.stringify(shown).length).toBeLessThan(largest);
  return shown;
}

test.each([
  ['letters', 'abc'.repeat(30_000)],
  ['pairs at every border', `a${'\u{1f381}'.repeat(30_000)}`],
  ['escapes', '\u0001"\\'.repeat(20_000)],
])('a long text is read in pieces: %s', async (_, text) => {
  const id = await sent(text);
  const pieces: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const shown = await show(id, { offset });
    expect(shown).toMatchObject({ bodyCharacters: text.length });
    expect(shown.body.length).toBeLessThanOrEqual(20_001);
    expect(shown.body.isWellFormed()).toBe(true);
    pieces.push(shown.body);
    offset = shown.nextOffset;
  }
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(2);
});

test('a piece of text is as short as is asked for, and empty behind the end', async () => {
  const id = await sent('0123456789');
  const piece = await show(id, { offset: 2, bodyCharacters: 3 });
  expect(piece).toMatchObject({ body: '234', offset: 2, nextOffset: 5, bodyCharacters: 10 });
  const behind = await show(id, { offset: 99 });
  expect(behind).toMatchObject({ body: '', bodyCharacters: 10 });
  expect(behind).not.toHaveProperty('nextOffset');
  const whole = await show(id);
  expect(whole.body).toBe('0123456789');
  for (const name of ['offset', 'nextOffset', 'bodyCharacters']) {
    expect(whole).not.toHaveProperty(name);
  }
});

test('binary bodies are a summary; their bytes come in pieces of Base64', async () => {
  const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 256));
  const id = await sent(bytes, 'Content-Type: image/png');
  const { binaryBody, ...shown } = await show(id);
  expect(binaryBody).toMatchObject({ size: 40_000, type: 'image/png' });
  expect(binaryBody.firstBytes).toBe(bytes.subarray(0, 64).toString('hex'));
  expect(shown).not.toHaveProperty('body');
  const pieces: Buffer[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const piece = await show(id, { offset, bodyBase64: true });
    expect(piece.bodyBase64.length).toBeLessThanOrEqual(20_000);
    pieces.push(Buffer.from(piece.bodyBase64, 'base64'));
    offset = piece.nextOffset;
  }
  expect(Buffer.concat(pieces)).toEqual(bytes);
});

test('compressed bodies are shown as the text that was meant, unless that is much', async () => {
  const id = await sent(gzipSync('{"zipped":true}'), 'Content-Encoding: gzip');
  expect(await show(id)).toMatchObject({ decodedBody: '{"zipped":true}' });
  const bomb = await sent(gzipSync(Buffer.alloc(4 * 1024 * 1024, 'a')), 'Content-Encoding: gzip');
  expect((await show(bomb)).binaryBody).toMatchObject({ contentEncoding: 'gzip' });
});

test('many headers and parameters are cut, and counted', async () => {
  const head = Array.from({ length: 1400 }, (_, index) => `a${index}: ${'"'.repeat(10)}`);
  const below = `?${'a&'.repeat(2000)}`;
  const lines = ['Host: h', 'Connection: close', ...head];
  const request = { method: 'GET', below, head: lines, body: Buffer.alloc(0) };
  const shown = await show(await sendExactly(server, token, request));
  expect(shown.headers.length + (shown.headersLeftOut ?? 0)).toBe(1402);
  expect(shown.headersLeftOut).toBeGreaterThan(0);
  expect(shown.query.length + shown.queryLeftOut).toBe(2000);
  expect(shown.headers.slice(0, 3)).toEqual([
    ['Host', 'h'],
    ['Connection', 'close'],
    ['a0', '"'.repeat(10)],
  ]);
});

test('lists are bounded: long paths, many endpoints', async () => {
  const below = `/${'p'.repeat(8000)}?${'q'.repeat(8000)}`;
  const head = ['Host: h', 'Connection: close', `Content-Type: ${'t'.repeat(8000)}`];
  for (let count = 0; count < 20; count++) {
    await sendExactly(server, token, { method: 'POST', below, head, body: Buffer.alloc(0) });
  }
  const { requests } = await assistant.use('list_requests', { endpoint: token });
  expect(requests).toHaveLength(20);
  expect(JSON.stringify(requests).length).toBeLessThan(20 * 1000);
  const id = requests[0].id;
  expect((await show(id)).target.length).toBeLessThan(10_000);
  const match = `path:/${'x'.repeat(4000)}`;
  const wait = { endpoint: token, match, timeoutSeconds: 0 };
  expect((await assistant.fail('wait_for_request', wait)).length).toBeLessThan(largest);
});
