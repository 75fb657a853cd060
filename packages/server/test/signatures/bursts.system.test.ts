import type { Delivery } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openStream } from '../live/stream-client.ts';
import { endpointWith } from '../replies/settings.ts';
import { startAccount, startServer } from '../start-server.ts';
import { burst, explained, isPending, pending, reasons, settings } from './failing-bursts.ts';

test('a burst is explained later, says so meanwhile, and streams are told', async () => {
  await using server = await startServer();
  const owner = await startAccount(server, 'plus');
  const token = await endpointWith(owner, settings);
  using stream = await openStream(`${server.url}/api/sse?changes=true`, {
    cookie: owner.cookie ?? '',
  });
  const body = `{"a": "${'x'.repeat(1_000_000)}"}`;
  expect(await burst(server, token, 20, body)).toEqual(new Set([200]));
  const atOnce = await reasons(owner, token);
  expect(atOnce).toHaveLength(20);
  expect(atOnce.filter(isPending).length).toBeGreaterThan(0);
  for (const reason of atOnce) expect([...explained, pending]).toContain(reason);
  const toldBefore = stream.changes;
  const inTheEnd = await eventually(
    () => reasons(owner, token),
    // On a busy machine some are past their time for a moment before they are explained.
    (all) => all.every((reason) => explained.includes(reason)),
  );
  await eventually(() => stream.changes > toldBefore);
  const [delivery]: [Delivery] = await owner.ask(
    200,
    'GET',
    `/api/endpoints/${token}/deliveries?limit=1`,
  );
  expect(delivery.attempts.map(({ signature }) => signature?.reason)).toEqual(inTheEnd.reverse());
});
