import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freePort } from '../postgres/free-port.ts';
import { refusalsOf, refusalsOnceSeen } from '../refusal-log/refused-requests.ts';
import { send, startAccount } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';

const environment = { HOOKWELL_MAX_BODY_BYTES: '10' };
const tooLarge = { method: 'POST', body: 'x'.repeat(11) };

test('what nodes refuse at the same time is one row, which each of them shows', async () => {
  // They count together within a minute of the clock.
  const now = Date.now();
  await using started = await startNodes({ environment, clock: () => now });
  const { nodes } = started;
  const visitor = await startAccount(nodes[0], 'plus');
  const token = await visitor.endpoint();
  for (let round = 1; round <= 2; round += 1) {
    await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 5 }, () => send(node, token, tooLarge))),
    );
    for (const node of nodes) {
      const rows = await refusalsOnceSeen(at(node, visitor), token, 15 * round);
      expect(rows.map(({ reason, count }) => [reason, count])).toEqual([
        ['body_too_large', 15 * round],
      ]);
    }
  }
});

test('a node that loses the database writes what it refused meanwhile once it is back, but for what was cleared', async () => {
  await using started = await startNodes();
  const { nodes, proxies, databaseUrl } = started;
  const [cut, other] = nodes;
  const visitor = await startAccount(other, 'plus');
  const [known, unseen, cleared] = [
    await visitor.endpoint(),
    await visitor.endpoint(),
    await visitor.endpoint(),
  ];
  await send(cut, known);
  await send(cut, cleared);
  const away = new URL(databaseUrl);
  away.port = String(await freePort());
  proxies[0].retarget(away.href);
  proxies[0].cutAll();
  const refuse = async (token: string): Promise<void> => {
    const { status } = await eventually(
      () => send(cut, token),
      ({ status }) => status !== 200,
    );
    expect(status).toBe(503);
  };
  await refuse(known);
  await refuse(cleared);
  // It cannot know whether there is such an endpoint: that is found out later.
  await refuse(unseen);
  await refuse('z'.repeat(26));
  await visitor.ask(204, 'DELETE', `/api/requests/endpoint/${cleared}`);
  await eventually(() => cut.logLines.some((line) => line.includes('Refused requests cannot')));
  await refuse(known);
  for (const token of [known, unseen, cleared])
    expect(await refusalsOf(visitor, token)).toEqual([]);

  proxies[0].retarget(databaseUrl);
  for (const token of [known, unseen]) {
    const rows = await refusalsOnceSeen(visitor, token, token === known ? 2 : 1);
    expect(rows).toMatchObject([{ reason: 'store_unavailable', status: 503, method: 'POST' }]);
  }
  expect(await refusalsOf(visitor, cleared)).toEqual([]);
});
