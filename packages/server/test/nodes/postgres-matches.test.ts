import { expect, test } from 'vitest';
import { send, startAccount } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

test('a stream with a match gets the captures of every node, once and in their order', async () => {
  await using cluster = await startNodes();
  const [a, b, c] = cluster.nodes;
  const account = await startAccount(a);
  const token = await account.endpoint();
  const before = (await send(b, token, { method: 'POST', body: 'wanted' })).id;
  using words = await watch(at(a, account), 'match=wanted');
  using sizes = await watch(at(c, account), `match=${encodeURIComponent('size>6 -has:json')}`);
  await words.received(1);
  const sent = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const body = index % 3 === 0 ? `wanted ${index}` : `{"number":${index}}`;
      const { id } = await send(index % 2 === 0 ? b : c, token, { method: 'POST', body });
      return { id, isWanted: index % 3 === 0 };
    }),
  );
  const wanted = sent.flatMap(({ id, isWanted }) => (isWanted ? [id] : []));
  const inOrder = wanted.toSorted((x, y) => x - y);
  await words.received(21);
  expect(words.ids).toEqual([before, ...inOrder]);
  await sizes.received(20);
  expect(sizes.ids).toEqual(inOrder);
  const page = await at(b, account).ask(200, 'GET', '/api/requests?match=wanted&view=summary');
  expect(page.map(({ id }: { id: number }) => id)).toEqual([before, ...inOrder].reverse());
});
