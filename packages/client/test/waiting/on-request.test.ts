import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startAccount, startServer, withKey } from '../../../server/test/start-server.ts';
import { HookwellClient } from '../../src/index.ts';
import { visitAsGuest } from '../visitor-client.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

/** An endpoint of a new guest. Deleting it is the test's own business. */
async function endpointOf() {
  const client = await visitAsGuest(server);
  const endpoint = await client.temporaryEndpoint();
  const post = (body: string, path = '') =>
    send(server, endpoint.token, { method: 'POST', body, path });
  return { client, endpoint, post };
}

describe('a handler', () => {
  test('answers senders as long as it is open, each beside the others', async () => {
    const { client, endpoint, post } = await endpointOf();
    await post('before');
    const seen: string[] = [];
    const slow = Promise.withResolvers<void>();
    const listener = await endpoint.onRequest(async ({ body }) => {
      seen.push(body);
      if (body === 'slow') await slow.promise;
      if (body === 'bytes') return { status: 202, bodyBase64: 'AAH/' };
      return { status: 201, headers: { 'content-type': 'text/x-own' }, body: `got ${body}` };
    });
    const held = post('slow');
    await eventually(() => seen.includes('slow'));
    expect(await post('quick')).toMatchObject({ status: 201, text: 'got quick' });
    const bytes = await fetch(endpoint.url, { method: 'POST', body: 'bytes' });
    expect([bytes.status, [...(await bytes.bytes())]]).toEqual([202, [0, 1, 255]]);
    slow.resolve();
    expect(await held).toMatchObject({ status: 201, text: 'got slow' });
    // What came before it opened is not its own.
    expect(seen).toEqual(['slow', 'quick', 'bytes']);
    const [answered] = await client.requests.list({ match: 'body=quick' });
    expect(answered).toMatchObject({ answer: '201', answeredBy: 'listener' });
    await listener.close();
    expect(await post('after')).toMatchObject({ status: 200 });
    expect(seen).not.toContain('after');
    await endpoint.delete();
  });

  test('that gives no answer leaves the sender with its endpoint', async () => {
    const { client, endpoint, post } = await endpointOf();
    await endpoint.onRequest(() => undefined, { wait: 300 });
    const { id, status } = await post('nothing');
    expect(status).toBe(200);
    expect(await client.requests.get(id)).not.toHaveProperty('answeredBy');
    await endpoint.delete();
  });

  test('takes only what matches; of two the first answers', async () => {
    const answers: number[] = [];
    const account = await withKey(await startAccount(server, 'plus'));
    const client = new HookwellClient({
      baseUrl: server.url,
      apiKey: account.key,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (init.method === 'PUT') answers.push(response.status);
        return response;
      },
    });
    const endpoint = await client.temporaryEndpoint();
    const post = (path: string) => send(server, endpoint.token, { method: 'POST', path });
    const [late, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await endpoint.onRequest(async ({ path }) => {
      if (path === '/paid') await late.promise;
      return { status: 202, body: 'any' };
    });
    await endpoint.onRequest(
      async () => {
        late.resolve();
        await answered.promise;
        return { status: 202, body: 'paid' };
      },
      { match: 'path=/paid' },
    );
    expect(await post('/other')).toMatchObject({ status: 202, text: 'any' });
    expect(await post('/paid')).toMatchObject({ status: 202, text: 'any' });
    answered.resolve();
    await eventually(() => answers.length === 3);
    expect(answers).toEqual([204, 204, 409]);
    // The answer that came second is no failure of its handler.
    await endpoint.delete();
  });

  test('that fails, or gives no answer that can be one, tells it at the end', async () => {
    const failing = await endpointOf();
    const error = new Error('the handler failed');
    const listener = await failing.endpoint.onRequest(
      () => {
        throw error;
      },
      { wait: 300 },
    );
    expect((await failing.post('one')).status).toBe(200);
    await expect(listener.close()).rejects.toBe(error);
    await listener.close();
    await failing.endpoint.delete();

    const refused = await endpointOf();
    await refused.endpoint.onRequest(() => ({ status: 200, headers: { 'set-cookie': 'a=1' } }), {
      wait: 300,
    });
    expect((await refused.post('one')).status).toBe(200);
    await expect(refused.endpoint.delete()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('set-cookie'),
    });
    // It is deleted all the same, and tells the failure once.
    expect((await refused.post('two')).status).toBe(404);
    await refused.endpoint.delete();
  });

  test('goes on when the connection comes back, and is refused what makes no sense', async () => {
    await using place = await startWorkplace();
    const { endpoint, line } = place;
    await endpoint.onRequest(() => ({ status: 202 }));
    line.cut();
    const again = async () => (await send(place.server, endpoint.token, { method: 'POST' })).status;
    await eventually(again, (status) => status === 202);
    const nothing = () => undefined;
    await expect(endpoint.onRequest(nothing, { wait: 25_001 })).rejects.toThrow(
      new TypeError('"wait" must be whole milliseconds, 1 to 25000, not 25001'),
    );
    await expect(endpoint.onRequest(nothing, { match: 'colour:red' })).rejects.toMatchObject({
      status: 400,
    });
    const nobody = place.client.endpoint('nobody0nobody');
    await expect(nobody.onRequest(nothing)).rejects.toMatchObject({ status: 404 });
    const gone = AbortSignal.abort('enough');
    await expect(endpoint.onRequest(nothing, { signal: gone })).rejects.toBe('enough');
  });

  test('is refused where as many listen as may, and does not wait in vain for a place', async () => {
    const { endpoint } = await endpointOf();
    const handler = () => ({ status: 202 });
    await Promise.all(Array.from({ length: 20 }, () => endpoint.onRequest(handler)));
    await expect(endpoint.onRequest(handler)).rejects.toMatchObject({ status: 429 });
    await endpoint.delete();
  });
});

test('a request that waits is answered once, by its id', async () => {
  const { client, endpoint, post } = await endpointOf();
  const waiting = Promise.withResolvers<number>();
  await endpoint.onRequest(({ id }) => waiting.resolve(id));
  const answered = post('one');
  const id = await waiting.promise;
  await endpoint.answer(id, { status: 203, body: 'first' });
  const second = client.requests.answer(id, { status: 204 });
  await expect(second).rejects.toMatchObject({ status: 409 });
  expect(await answered).toMatchObject({ status: 203, text: 'first' });
  const stranger = await visitAsGuest(server);
  await expect(stranger.requests.answer(id, { status: 200 })).rejects.toMatchObject({
    status: 404,
  });
  await endpoint.delete();
});
