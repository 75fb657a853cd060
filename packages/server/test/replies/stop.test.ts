import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAccount, startServer } from '../start-server.ts';
import { endpointWith } from './settings.ts';

/** Each of them is looked for in the whole body. */
const slowReplies = Array.from({ length: 20 }, (_, index) => ({
  when: `${'a'.repeat(200)}${index}`,
}));
const compressed = gzipSync('a'.repeat(1024 * 1024));

test('a server that stops answers what waits to be examined', async () => {
  const server = await startServer();
  const token = await endpointWith(await startAccount(server, 'plus'), { replies: slowReplies });
  const post = async () => {
    const headers = { 'content-encoding': 'gzip' };
    const options = { method: 'POST', body: compressed, headers };
    return (await fetch(`${server.url}/wh/${token}`, options)).status;
  };
  expect(await post()).toBe(200);
  const answers = Array.from({ length: 30 }, post);
  await Promise.race(answers);
  const began = performance.now();
  await server[Symbol.asyncDispose]();
  expect(performance.now() - began).toBeLessThan(4000);
  const statuses = await Promise.all(answers);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
