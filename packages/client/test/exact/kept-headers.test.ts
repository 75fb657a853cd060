import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send } from '../../../server/test/start-server.ts';
import { asCurl, asFetch, asHttpText } from '../../src/copying/index.ts';
import { matches, WaitError } from '../../src/index.ts';
import { startWorkplace } from '../waiting/workplace.ts';

const place = forFile(await startWorkplace());
const { client, endpoint, server } = place;
await client.endpoints.settings(endpoint.token).put({ xHeaders: 'keep' });
const post = async (kind: string) => {
  const headers = { 'X-Kind': kind, 'content-type': 'text/plain' };
  return (await send(server, endpoint.token, { method: 'POST', headers, body: 'a' })).id;
};
const [first, second] = [await post('one'), await post('two')];

test('kept X- headers are among those of the request as it was sent, and of its copies', async () => {
  const exact = await client.requests.exact(second);
  expect(exact.headers).toContainEqual(['X-Kind', 'two']);
  expect(exact.droppedHeaders).toBe(0);
  const copied = { ...exact, url: 'http://a.example/' };
  for (const copy of [asCurl(copied), asFetch(copied), asHttpText(copied)]) {
    expect(copy).toMatch(/X-Kind(: |', ')two/);
  }
});

test('waits find them, and tell of others', async () => {
  const now = { timeout: 0 };
  expect((await endpoint.waitFor('has:header.x-kind', now)).id).toBe(first);
  const request = await endpoint.waitFor('header.x-kind=two', now);
  expect(request.id).toBe(second);
  expect(request.headers).not.toHaveProperty('x-kind');
  const waiting = endpoint.waitFor('header.x-kind=three', now);
  await expect(waiting).rejects.toBeInstanceOf(WaitError);
  await expect(waiting).rejects.toThrow(/x-kind.*: it was "two"/);
  expect(await matches('header.x-kind=two', request, { client })).toBe(true);
  expect(await matches('header.x-kind=two', request)).toBe(false);
});
