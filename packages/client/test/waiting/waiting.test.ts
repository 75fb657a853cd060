import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { WaitError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

const idOf = ({ id }: { id: number }) => id;

describe('waiting for a captured request', () => {
  test('gives stored requests, the oldest first', async () => {
    await using place = await startWorkplace(server);
    const first = await place.send({ n: 1 });
    await place.send({ n: 1 });
    expect(idOf(await place.endpoint.waitFor('json.n=1'))).toBe(first);
    expect(idOf(await place.endpoint.waitFor())).toBe(first);
  });

  test('gives later requests, as they were captured', async () => {
    await using place = await startWorkplace(server);
    await place.send({ n: 1 });
    const waiting = place.endpoint.waitFor('json.n=2');
    await place.streaming();
    const id = await place.send({ n: 2 }, '/paid?a=b');
    expect(await waiting).toMatchObject({
      id,
      method: 'POST',
      path: '/paid',
      queryParams: { a: 'b' },
      body: '{"n":2}',
    });
  });

  test('leaves out requests that were seen before', async () => {
    await using place = await startWorkplace(server);
    const seen = await place.send({ n: 1 });
    const next = await place.send({ n: 1 });
    const options = { after: seen };
    expect(idOf(await place.endpoint.waitFor('json.n=1', options))).toBe(next);
    const none = place.endpoint.waitFor('', { after: next, timeout: 0 });
    await expect(none).rejects.toBeInstanceOf(WaitError);
  });

  test('finds each in any order', async () => {
    await using place = await startWorkplace(server);
    const later = place.endpoint.waitFor('json.n=1');
    await place.streaming();
    const ids = [
      await place.send({ n: 3 }),
      await place.send({ n: 2 }),
      await place.send({ n: 1 }),
    ];
    expect(idOf(await later)).toBe(ids[2]);
    expect(idOf(await place.endpoint.waitFor('json.n=2'))).toBe(ids[1]);
    expect(idOf(await place.endpoint.waitFor('json.n=3'))).toBe(ids[0]);
  });

  test('is about one endpoint', async () => {
    await using place = await startWorkplace(server);
    const other = await place.client.endpoints.create();
    await send(place.server, other.token, { method: 'POST', body: 'elsewhere' });
    const waiting = place.endpoint.waitFor('', { timeout: 0 });
    await expect(waiting).rejects.toThrow('Nothing arrived.');
    const handle = place.client.endpoint(other.token);
    expect(handle.token).toBe(other.token);
    expect(await handle.waitFor('', { timeout: 0 })).toMatchObject({ body: 'elsewhere' });
  });

  test('ends in time', async () => {
    await using place = await startWorkplace(server);
    const time = holdTimers(60_000);
    const waiting = place.endpoint.waitFor('method:PUT', { timeout: 60_000 });
    await place.streaming();
    time.expire();
    await expect(waiting).rejects.toBeInstanceOf(WaitError);
  });

  test('with a timeout of 0 looks at all that is stored, and no longer', async () => {
    await using place = await startWorkplace(server);
    for (let n = 0; n < 120; n++) await place.send({ n });
    const options = { timeout: 0 };
    const found = await place.endpoint.waitFor('json.n=119', options);
    expect(found.body).toBe('{"n":119}');
    const all = await place.endpoint.waitForCount(120, '', options);
    expect(all.map(({ body }) => body)).toEqual(all.map((_, n) => `{"n":${n}}`));
    const waiting = place.endpoint.waitFor('json.n=120', options);
    await expect(waiting).rejects.toThrow(/^No request is stored that should match json.n=120\./);
  });

  test('is refused without sense', async () => {
    await using place = await startWorkplace(server);
    const { endpoint } = place;
    await expect(endpoint.waitFor('', { timeout: -1 })).rejects.toThrow(
      '"timeout" must be a number of milliseconds, not -1',
    );
    await expect(endpoint.waitFor('', { timeout: Number.NaN })).rejects.toThrow(TypeError);
    await expect(endpoint.expectNone('', { for: -1 })).rejects.toThrow('"for" must be');
    await expect(endpoint.waitForCount(0, '')).rejects.toThrow('The count must be');
    await expect(endpoint.waitForCount(1.5, '')).rejects.toThrow(TypeError);
    // @ts-expect-error only a text is a match
    await expect(endpoint.waitFor({ method: 'POST' })).rejects.toThrow('A match is a text');
  });
});

describe('waiting for several', () => {
  test('gives the first so many, in order', async () => {
    await using place = await startWorkplace(server);
    const ids = [await place.send({ n: 1 })];
    await place.send({ n: 2 });
    const waiting = place.endpoint.waitForCount(3, 'json.n=1');
    await place.streaming();
    ids.push(await place.send({ n: 1 }), await place.send({ n: 1 }));
    await place.send({ n: 1 });
    expect((await waiting).map(idOf)).toEqual(ids);
  });

  test('tells which came when they were too few', async () => {
    await using place = await startWorkplace(server);
    const id = await place.send({ n: 1 });
    const waiting = place.endpoint.waitForCount(2, 'json.n=1', { timeout: 200 });
    const error = await waiting.catch((reason: unknown) => reason as WaitError);
    expect(error).toMatchObject({ name: 'WaitError', timeout: 200, matched: [{ id }] });
    await expect(waiting).rejects.toThrow(
      '1 of 2 requests came within 0.2 s that should match json.n=1.\n1 request arrived:',
    );
  });
});

describe('expecting none', () => {
  test('resolves when the time is over, even if other requests come', async () => {
    await using place = await startWorkplace(server);
    await place.send({ n: 2 });
    const time = holdTimers(60_000);
    const waiting = place.endpoint.expectNone('json.n=1', { for: 60_000 });
    await place.streaming();
    await place.send({ n: 2 });
    time.expire();
    expect(await waiting).toBeUndefined();
  });

  test('rejects at once with the request that came', async () => {
    await using place = await startWorkplace(server);
    const waiting = place.endpoint.expectNone('json.n=1', { for: 60_000 });
    await place.streaming();
    await place.send({ n: 2 });
    const id = await place.send({ n: 1 });
    const error = await waiting.catch((reason: unknown) => reason as WaitError);
    expect(error).toMatchObject({ name: 'WaitError', matched: [{ id }] });
    await expect(waiting).rejects.toThrow(
      `Request #${id} came, but none should match json.n=1.\n2 requests arrived:`,
    );
  });

  test('counts stored requests, but not those up to after', async () => {
    await using place = await startWorkplace(server);
    const id = await place.send({ n: 1 });
    await expect(place.endpoint.expectNone('', { for: 0 })).rejects.toBeInstanceOf(WaitError);
    await place.endpoint.expectNone('', { for: 0, after: id });
  });
});
