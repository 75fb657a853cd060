import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { visit } from '../visitor-client.ts';

const server = forFile(await startServer());
const { client, sent } = visit(server);
await client.auth.guest();
const { token } = await client.endpoints.create();

/** Sends a body; gives its id. */
async function post(body: Buffer | string, headers: Record<string, string> = {}): Promise<number> {
  return (await send(server, token, { method: 'POST', path: '?a=1&a=2', body, headers })).id;
}

describe('a captured request as it was sent', () => {
  test('has its address, query, headers and bytes', async () => {
    const id = await post('text', { 'Content-Type': 'text/plain', 'X-Gone': '1' });
    const exact = await client.requests.exact(id);
    expect(exact).toMatchObject({
      id,
      method: 'POST',
      target: `/wh/${token}?a=1&a=2`,
      query: [
        ['a', '1'],
        ['a', '2'],
      ],
      droppedHeaders: 1,
      bodySize: 4,
      text: 'text',
    });
    expect(exact.headers).toContainEqual(['Content-Type', 'text/plain']);
    expect(exact.body).toEqual(new TextEncoder().encode('text'));
    expect(exact).not.toHaveProperty('path');
    expect(exact).not.toHaveProperty('decodedText');
  });

  test('that does not exist is told', async () => {
    await expect(client.requests.exact(987654)).rejects.toMatchObject({ status: 404 });
  });

  test.each<[string, Buffer | string, Record<string, string>]>([
    ['empty', '', {}],
    ['ASCII', 'abc\u0000\u001b', {}],
    ['UTF-8', '\ufeffé\u{1f381}', { 'content-type': 'text/plain; charset="UTF-8"' }],
    ['a real U+FFFD', 'a\ufffd', {}],
    ['no text', Buffer.from([0xff, 0xfe, 0]), {}],
    ['another charset', Buffer.from([0xe9]), { 'content-type': 'text/plain; charset=latin1' }],
    // As many bytes as its text has in UTF-8.
    [
      'a charset of as many bytes',
      Buffer.from('\x1b$B$"$$$&$($*$+\x1b(B', 'latin1'),
      { 'content-type': 'text/plain; charset=iso-2022-jp' },
    ],
    ['compressed', gzipSync('text'), { 'content-encoding': 'gzip' }],
  ])('is the same from whatever is known of it: %s', async (_, body, headers) => {
    const id = await post(body, headers);
    const exact = await client.requests.exact(id);
    expect(Buffer.from(exact.body)).toEqual(Buffer.from(body));
    const bounds = { before: id + 1, after: id - 1 };
    const [whole] = (await client.requests.page(bounds)).items;
    const [summary] = (await client.requests.page({ ...bounds, view: 'summary' })).items;
    const { value: streamed } = await client
      .stream({ after: id - 1 })
      [Symbol.asyncIterator]()
      .next();
    for (const known of [whole, summary, streamed]) {
      expect(await client.requests.exact(known ?? 0)).toEqual(exact);
    }
  });

  test('is asked for only as far as it is not known', async () => {
    const calls = async (known: Parameters<typeof client.requests.exact>[0]) => {
      sent.length = 0;
      await client.requests.exact(known);
      return sent.map(({ path }) => path.replace(/^.*\d/, ''));
    };
    const id = await post('text');
    expect(await calls(await client.requests.get(id))).toEqual(['/wire']);
    const none = await post('');
    const { items } = await client.requests.page({ before: none + 1, limit: 1, view: 'summary' });
    expect(await calls(items[0] ?? none)).toEqual(['/wire']);
  });

  test('has no decoded text if that is large', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const largest = await post(gzipSync(Buffer.alloc(1024 * 1024, 1)), gzip);
    expect((await client.requests.exact(largest)).decodedText).toHaveLength(1024 * 1024);
    for (const size of [1024 * 1024 + 1, 9 * 1024 * 1024]) {
      const large = await post(gzipSync(Buffer.alloc(size, 1)), gzip);
      expect(await client.requests.exact(large)).not.toHaveProperty('decodedText');
    }
  });
});
