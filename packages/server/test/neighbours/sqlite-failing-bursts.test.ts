import type { Delivery } from '@hookwell/contract';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openStream } from '../live/stream-client.ts';
import { endpointWith } from '../replies/settings.ts';
import {
  burst,
  environment,
  explained,
  isPending,
  pending,
  reasons,
  settings,
} from '../signatures/failing-bursts.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';

test('a burst is explained within 15 seconds, says so meanwhile, and streams are told', async () => {
  await using server = await startServer();
  const owner = await startAccount(server, 'plus');
  const token = await endpointWith(owner, settings);
  using stream = await openStream(`${server.url}/api/sse?changes=true`, {
    cookie: owner.cookie ?? '',
  });
  expect(await burst(server, token, 100)).toEqual(new Set([200]));
  const sentAt = performance.now();
  const atOnce = await reasons(owner, token);
  expect(atOnce).toHaveLength(100);
  expect(atOnce.filter(isPending).length).toBeGreaterThan(20);
  for (const reason of atOnce) expect([...explained, pending]).toContain(reason);
  const toldBefore = stream.changes;
  const inTheEnd = await eventually(
    () => reasons(owner, token),
    (all) => !all.some(isPending),
  );
  expect(performance.now() - sentAt).toBeLessThan(15_000);
  for (const reason of inTheEnd) expect(explained).toContain(reason);
  await eventually(() => stream.changes > toldBefore);
  const [delivery]: [Delivery] = await owner.ask(
    200,
    'GET',
    `/api/endpoints/${token}/deliveries?limit=1`,
  );
  expect(delivery.attempts.map(({ signature }) => signature?.reason)).toEqual(inTheEnd.reverse());
});

test("a guest's bursts take no explanation from its neighbour", async () => {
  await using server = await startServer({ environment });
  const [guest, neighbour] = [await startGuest(server), await startAccount(server)];
  const ofGuest = await endpointWith(guest, settings);
  const ofNeighbour = await endpointWith(neighbour, settings);
  // More than there is room for, each of which takes as long as any.
  const large = `[${'"/ä",'.repeat(120_000)}1]`;
  await burst(server, ofGuest, 90, large);
  await burst(server, ofGuest, 500);
  const began = performance.now();
  expect(await burst(server, ofNeighbour, 40)).toEqual(new Set([200]));
  const found = await eventually(
    () => reasons(neighbour, ofNeighbour),
    (all) => !all.some(isPending),
  );
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(found).toHaveLength(40);
  for (const reason of found) expect(explained).toContain(reason);
  const lost = (await reasons(guest, ofGuest)).filter((reason) =>
    reason.endsWith('waited for it.'),
  );
  expect(lost).not.toEqual([]);
});
