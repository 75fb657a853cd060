import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTarget } from '../../../cli/test/forwarding/target-server.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { visitAsGuest } from '../visitor-client.ts';

const server = forFile(await startServer());
const client = await visitAsGuest(server);
const endpoint = await client.temporaryEndpoint();

/** Captures orders of one apple each; gives their ids. */
async function captureOrders(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let order = 1; order <= count; order++) {
    const answer = await fetch(`${endpoint.url}/orders?n=${order}`, {
      method: 'POST',
      headers: { 'webhook-id': `order-${order}`, 'content-type': 'application/json' },
      body: JSON.stringify({ order, apples: 1 }),
    });
    // The acknowledgement of a capture has its id.
    ids.push(((await answer.json()) as { id: number }).id);
  }
  return ids;
}

describe('a replay with faults', () => {
  test('makes a handler fail that counts every arrival, and not one that knows what it has seen', async () => {
    const stock = { careless: 0, careful: 0 };
    const seen = new Set<string>();
    await using target = await startTarget(({ headers, body }, response) => {
      const { apples } = JSON.parse(body.toString());
      const [, id = ''] = headers.find(([name]) => name.toLowerCase() === 'webhook-id') ?? [];
      stock.careless += apples;
      if (!seen.has(id)) stock.careful += apples;
      seen.add(id);
      response.writeHead(204).end();
    });
    const ids = await captureOrders(5);
    const faults = { duplicate: 2, shuffle: true, drop: 0.2, seed: 7 };
    const replayed = await client.replay(ids, `${target.url}/hook`, faults);
    expect(replayed).toMatchObject({ seed: 7, sent: 8, duplicated: 4, dropped: 1 });
    expect(replayed.answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    expect(stock).toEqual({ careless: 8, careful: 4 });
    const order = target.arrivals.map(({ target }) => target);
    expect(new Set(order).size).toBe(4);
    expect(order[0]).toMatch(/^\/hook\/orders\?n=\d$/);
    await client.replay(ids, `${target.url}/hook`, faults);
    expect(target.arrivals.slice(8).map(({ target }) => target)).toEqual(order);
  });

  test('sends bytes past ASCII in an address percent-encoded', async () => {
    await using target = await startTarget();
    const { token } = endpoint;
    const [path, query] = ['/caf\xc3\xa9/\xff', '?n\xc3\xa4=\x80'];
    const request = {
      ...{
        id: 1,
        endpointId: 1,
        receivedAt: '',
        ipAddress: '',
        method: 'M-SEARCH',
        path,
        query: [],
      },
      ...{ target: `/wh/${token}${path}${query}`, headers: [], droppedHeaders: 0, bodySize: 0 },
      body: new Uint8Array(),
    };
    await client.replay([request], `${target.url}/hook`);
    expect(target.arrivals).toMatchObject([
      { method: 'M-SEARCH', target: '/hook/caf%C3%A9/%FF?n%C3%A4=%80' },
    ]);
  });

  test('sends the exact bytes, method, path, query and headers', async () => {
    await using target = await startTarget();
    const body = new Uint8Array([0, 255, 10, 13]);
    const url = `${endpoint.url}/a%20b?c=1&c`;
    await fetch(url, { method: 'PUT', headers: { odd: '1', 'x-gone': '1' }, body });
    const request = await endpoint.waitFor('method:PUT');
    const replayed = await client.replay([request], `${target.url}/hook?key=1`);
    expect(replayed).toMatchObject({ sent: 1, duplicated: 0, dropped: 0 });
    const [arrival] = target.arrivals;
    expect(arrival).toMatchObject({ method: 'PUT', target: '/hook/a%20b?key=1&c=1&c' });
    expect(arrival?.headers).toContainEqual(['odd', '1']);
    expect(arrival?.headers.find(([name]) => name === 'x-gone')).toBeUndefined();
    expect(
      createHash('sha256')
        .update(arrival?.body ?? '')
        .digest('hex'),
    ).toBe(createHash('sha256').update(body).digest('hex'));
    // An exact request needs the service no more.
    const exact = await client.requests.exact(request);
    expect((await client.replay([exact], target.url)).answers).toMatchObject([{ status: 200 }]);
  });

  test('tells every answer, also a refusal, a silence and no answer at all', async () => {
    const [id = 0] = await captureOrders(1);
    await using target = await startTarget((_arrival, response) => {
      if (target.arrivals.length === 1) response.writeHead(500).end();
      if (target.arrivals.length === 2) response.socket?.destroy();
    });
    const options = { duplicate: 3, timeout: 200 };
    const { answers } = await client.replay([id], target.url, options);
    expect(answers).toEqual([
      { id, status: 500, milliseconds: expect.any(Number) },
      { id, error: expect.any(String), milliseconds: expect.any(Number) },
      { id, error: 'no answer in 200 ms', milliseconds: expect.any(Number) },
    ]);
    const away = await client.replay([id], `http://127.0.0.1:${await freePort()}`);
    expect(away.answers[0]?.error).toContain('ECONNREFUSED');
  });

  test('ends with its signal', async () => {
    const ids = await captureOrders(2);
    const controller = new AbortController();
    await using target = await startTarget(() => controller.abort(new Error('enough')));
    const options = { signal: controller.signal };
    await expect(client.replay(ids, target.url, options)).rejects.toThrow('enough');
    expect(target.arrivals).toHaveLength(1);
  });

  test.each([
    [{ duplicate: 0 }, 'http://localhost/', 'duplicate must be a whole number'],
    [{}, 'mailto:x', 'must begin with http'],
    [{}, '/hook', 'Invalid URL'],
  ])('is refused: %j to %s', async (faults, target, sentence) => {
    await expect(client.replay([1], target, faults)).rejects.toThrow(sentence);
  });

  test('rejects if a request does not exist', async () => {
    const call = client.replay([987_654], 'http://localhost/');
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
});
