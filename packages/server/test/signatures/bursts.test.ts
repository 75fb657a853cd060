import { setTimeout as sleep } from 'node:timers/promises';
import type { CapturedRequestSummary, Delivery } from '@hookwell/contract';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { openStream } from '../live/stream-client.ts';
import { endpointWith } from '../replies/settings.ts';
import { startProcess } from '../server-process.ts';
import { send, startAccount, startGuest, startServer, Visitor } from '../start-server.ts';

const settings = {
  verify: { scheme: 'github', secrets: ['a-secret-of-k3f9'] },
  delivery: 'one' as const,
};
/** Nobody made it. */
const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
const environment = {
  HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":10000,"bytes":1000000000}}',
};
const known = 'No secret given here made this signature.';
const pending = `${known} The cause is being looked for.`;
const isPending = (reason: string) => reason === pending;
/** A busy machine may take longer for one than there is time. */
const explained = [
  `${known} Another secret signed it, or the body was changed after it was signed.`,
  `${known} Not every likely cause was tried: it took too long.`,
];

/** Sends so many requests within a second; gives the statuses of their answers. */
async function burst(
  server: { url: string },
  token: string,
  count: number,
  body = '{"a": 1}',
): Promise<Set<number>> {
  const sends = Array.from({ length: count }, () =>
    send(server, token, { method: 'POST', headers, body }),
  );
  return new Set((await Promise.all(sends)).map(({ status }) => status));
}

async function reasons(visitor: Visitor, token: string): Promise<string[]> {
  const list: CapturedRequestSummary[] = await visitor.ask(
    200,
    'GET',
    `/api/requests/endpoint/${token}?view=summary`,
  );
  return list.map(({ signature }) => signature?.reason ?? '');
}

test('a burst is explained within 15 seconds, says so meanwhile, and streams are told', async () => {
  await using server = await startServer();
  const owner = await startAccount(server, 'plus');
  const token = await endpointWith(owner, settings);
  using stream = await openStream(`${server.url}/api/sse?changes=true`, {
    cookie: owner.cookie ?? '',
  });
  expect(await burst(server, token, 200)).toEqual(new Set([200]));
  const sentAt = performance.now();
  const atOnce = await reasons(owner, token);
  expect(atOnce).toHaveLength(200);
  expect(atOnce.filter(isPending).length).toBeGreaterThan(50);
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

test.concurrent.each(['SIGTERM', 'SIGKILL'] as const)(
  'nothing is being looked into after a stop, nor 15 seconds after a crash: %s',
  async (signal) => {
    await using database = await freshDatabase();
    const options = { databaseUrl: database.url, environment };
    await using server = await startProcess(options);
    const guest = await startGuest(server);
    const token = await endpointWith(guest, settings);
    expect(await burst(server, token, 300)).toEqual(new Set([200]));
    const sentAt = Date.now();
    expect((await reasons(guest, token)).filter(isPending).length).toBeGreaterThan(100);
    await server.end(signal);
    await using next = await startServer(options);
    const visitor = new Visitor(next, { cookie: guest.cookie ?? '' });
    if (signal === 'SIGKILL') await sleep(sentAt + 15_000 - Date.now());
    const left = await reasons(visitor, token);
    expect(left).toHaveLength(300);
    const why =
      signal === 'SIGTERM' ? 'the service stops, or it failed.' : 'the service stopped meanwhile.';
    const lost = `${known} The cause was not looked for: ${why}`;
    expect(left.filter((reason) => reason === lost).length).toBeGreaterThan(100);
    for (const reason of left) expect([...explained, lost]).toContain(reason);
  },
);
