import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { send, startAccount } from '../start-server.ts';
import { inTurn, startNodes } from './start-nodes.ts';
import { StreamFollower } from './stream-follower.ts';

test('a capture whose hint was lost is shown all the same', async () => {
  await using cluster = await startNodes();
  const { proxies } = cluster;
  const [a, b] = cluster.nodes;
  const account = await startAccount(a);
  const token = await account.endpoint();
  await using onB = new StreamFollower([b], account, '');
  for (let round = 0; round < 6; round++) {
    // The hint of the capturing node is lost, or the other node hears nothing; and nothing more follows.
    if (round > 0) inTurn(proxies, round % 2).cutAll();
    const { id } = await eventually(
      () => send(a, token),
      ({ status }) => status === 200,
    );
    await eventually(() => onB.ids.at(-1) === id);
  }
  expect(onB.ids).toEqual([...new Set(onB.ids)].sort((x, y) => x - y));
});
