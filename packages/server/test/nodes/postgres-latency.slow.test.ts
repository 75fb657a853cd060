import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { StreamClient } from '../live/stream-client.ts';
import { send, startAccount, type TestServer } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

const captures = 50;
/** Many times the latency on an idle machine, a tenth of the latency without hints. */
const longestMedianMs = 100;

async function arrival(stream: StreamClient, id: number): Promise<void> {
  while (stream.ids.at(-1) !== id) await once(stream.response, 'data');
}

/** The median time, in milliseconds, from sending a single capture until all the streams have it. */
async function medianUntilSeen(
  node: TestServer,
  token: string,
  streams: readonly StreamClient[],
): Promise<number> {
  const waits: number[] = [];
  for (let sent = 0; sent < captures; sent++) {
    const began = performance.now();
    const { id } = await send(node, token);
    await Promise.all(streams.map((stream) => arrival(stream, id)));
    waits.push(performance.now() - began);
  }
  return waits.sort((a, b) => a - b)[captures / 2] ?? Number.POSITIVE_INFINITY;
}

test('streams of other nodes show captures of one node at once', async () => {
  await using cluster = await startNodes();
  const [a, b, c] = cluster.nodes;
  const account = await startAccount(a);
  const token = await account.endpoint();
  using onB = await watch(at(b, account));
  expect(await medianUntilSeen(a, token, [onB])).toBeLessThan(longestMedianMs);

  using onA = await watch(account);
  using onC = await watch(at(c, account), `endpoint=${token}`);
  for (const node of [a, b, c]) {
    expect(await medianUntilSeen(node, token, [onA, onB, onC])).toBeLessThan(longestMedianMs);
  }
  expect(onA.ids).toEqual(onB.ids);
  expect(onC.ids).toEqual(onB.ids);
});
