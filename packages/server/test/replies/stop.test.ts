import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
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
  // A busy machine may have the first one come again: it waits for the thread to begin.
  await eventually(post, (status) => status === 200);
  const received = async () => (await server.metrics.capturesReceived.get()).values[0]?.value ?? 0;
  const before = await received();
  const answers = Array.from({ length: 30 }, post);
  await eventually(received, (count) => count === before + answers.length);
  await server[Symbol.asyncDispose]();
  // How many were examined before the stop, and how many had to wait for too many others, the machine decides.
  for (const status of await Promise.all(answers)) expect([200, 503]).toContain(status);
});
