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

test('waits find them, by criteria and by texts, and tell of others', async () => {
  const now = { timeout: 0 };
  expect((await endpoint.waitFor({ header: { 'X-Kind': /^t/ } }, now)).id).toBe(second);
  expect((await endpoint.waitFor({ header: { 'x-kind': true } }, now)).id).toBe(first);
  expect((await endpoint.waitFor('header.x-kind=two', now)).id).toBe(second);
  for (const match of [{ header: { 'x-kind': 'three' } }, 'header.x-kind=three']) {
    const failure: unknown = await endpoint.waitFor(match, now).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WaitError);
    expect(String(failure)).toMatch(/x-kind.*: it was "two"/);
  }
  const request = await endpoint.waitFor('header.x-kind=two', now);
  expect(request.headers).not.toHaveProperty('x-kind');
  const criteria = { header: { 'x-kind': 'two' } };
  expect(await matches(criteria, request, { client })).toBe(true);
  expect(await matches(criteria, request)).toBe(false);
});
