import type { ContractFinding } from '@hookwell/core/api';
import { afterAll, expect, test } from 'vitest';
import { ContractJudge } from '../../src/contracts/judge.ts';
import { WaitingRequests } from '../../src/receive/waiting-requests.ts';
import { Refusal } from '../../src/refusal.ts';
import { eventually } from '../eventually.ts';
import { exchangeOn } from '../exchange.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer } from '../start-server.ts';
import type { BusySchema } from './busy-thread.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'enterprise');
const waiting = new WaitingRequests(64 * 1024 * 1024);
const thread = new URL('./busy-thread.ts', import.meta.url);

const logged: unknown[] = [];
const log = { error: (about: unknown) => void logged.push(about) };

const judges: ContractJudge[] = [];
afterAll(async () => {
  for (const judge of judges) await judge.close();
});

function newJudge(waitMs = 60_000): ContractJudge {
  // It writes nothing else.
  const parts = { store: server.store, log: log as never };
  const judge = new ContractJudge(parts, { waitMs, thread });
  judges.push(judge);
  return judge;
}

/** Starting a thread takes most of the time. */
const shared = newJudge();

/** An endpoint whose contract is stored without being checked; gives its id. */
async function endpointUnder(events: Record<string, BusySchema>, version = 1): Promise<number> {
  const { id } = await owner.ask(201, 'POST', '/api/endpoints');
  await server.store.db
    .insertInto('endpoint_contract')
    .values({ endpoint_id: id, version, document: JSON.stringify({ events }) })
    .execute();
  return id;
}

interface Asked {
  endpointId: number;
  party?: number;
  event?: string;
  version?: number;
  body?: Uint8Array;
}

function compare(
  judge: ContractJudge,
  { endpointId, party = 1, event = 'e', version = 1, body = Buffer.from('{}') }: Asked,
): Promise<ContractFinding | undefined> & { giveWay: () => void } {
  const { request } = exchangeOn();
  const capture = {
    ...{ endpointId, receivedAt: 0, method: 'POST', target: '/', headers: '[]', droppedHeaders: 0 },
    ...{ ipAddress: '', body: [body], bodySize: body.length },
  };
  const waits = waiting.enter(party, request, body.length);
  const found = judge
    .compare({ endpointId, version, party, capture, event: { event }, wait: () => waits })
    .finally(() => waits.leave())
    .then((stored) => stored && JSON.parse(stored.finding));
  return Object.assign(found, { giveWay: waits.giveWay });
}

const tooDear = 'To compare it takes too much time or memory';

test('many questions of many parties are all answered, each about its own body', async () => {
  const judge = shared;
  const ids = await Promise.all([1, 2, 3].map(() => endpointUnder({ e: {} })));
  const found = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      compare(judge, {
        endpointId: ids[index % 3] ?? 0,
        party: index % 3,
        body: new Uint8Array(index % 50 === 0 ? 300_000 + index : index).fill(32),
      }),
    ),
  );
  const lengths = found.map((finding) => finding?.reason);
  expect(lengths).toEqual(
    found.map((_, index) => `e ${index % 50 === 0 ? 300_000 + index : index}`),
  );
});

test('a comparison that takes too long ends the thread; all others are answered by another one', async () => {
  const judge = shared;
  const endless = await endpointUnder({ e: { busyMs: 1e9 } });
  const quick = await endpointUnder({ e: {} });
  expect(await compare(judge, { endpointId: quick, party: 2 })).toMatchObject({ verdict: 'holds' });
  const before = compare(judge, { endpointId: quick, party: 2 });
  const dear = compare(judge, { endpointId: endless, party: 1 });
  const after = Array.from({ length: 20 }, () => compare(judge, { endpointId: quick, party: 2 }));
  expect(await dear).toEqual({ verdict: 'none', reason: tooDear });
  for (const finding of await Promise.all([before, ...after]))
    expect(finding).toMatchObject({ verdict: 'holds' });
  expect(logged).toContainEqual({ endpointId: endless });
});

test('one that fills the memory does the same, and one that fails harms nobody', async () => {
  const judge = shared;
  const greedy = await endpointUnder({ e: { isGreedy: true } });
  const failing = await endpointUnder({ e: { fails: true } });
  const quick = await endpointUnder({ e: {} });
  // One after the other: what waits while the thread ends may be told that too many waited.
  const found = [
    await compare(judge, { endpointId: greedy, party: 4 }),
    await compare(judge, { endpointId: failing, party: 1 }),
    await compare(judge, { endpointId: quick, party: 2 }),
  ];
  expect(found).toMatchObject([
    { verdict: 'none', reason: tooDear },
    { verdict: 'none', reason: 'To compare it takes too much work' },
    { verdict: 'holds' },
  ]);
});

test('what would wait for too long is not compared', async () => {
  const judge = newJudge(1000);
  const dear = await endpointUnder({ e: { sleepMs: 40 } });
  const many = Array.from({ length: 60 }, () => compare(judge, { endpointId: dear, party: 1 }));
  const found = await Promise.all(many);
  const late = found.filter((finding) => finding?.verdict === 'none');
  expect(late.length).toBeGreaterThan(0);
  for (const finding of late)
    expect(finding?.reason).toBe('Too many requests waited to be compared');
});

test('a contract that takes too long to be read is refused', async () => {
  const judge = newJudge();
  const endless = JSON.stringify({ events: { e: { isEndless: true } } });
  // A busy machine may have no time for it at first.
  await eventually(
    () => judge.check(8, endless).catch((error: unknown) => error),
    (outcome) => outcome instanceof Refusal,
  );
});

test('a contract is read again in a new version; under another version nothing is found', async () => {
  const judge = shared;
  const endpointId = await endpointUnder({ a: {} });
  expect(await compare(judge, { endpointId, event: 'a' })).toMatchObject({ reason: 'a 2' });
  const document = JSON.stringify({ events: { a: { fails: true } } });
  const change = { version: 2, document };
  await server.store.db
    .updateTable('endpoint_contract')
    .set(change)
    .where('endpoint_id', '=', endpointId)
    .execute();
  expect((await compare(judge, { endpointId, event: 'a', version: 2 }))?.verdict).toBe('none');
  expect(await compare(judge, { endpointId, event: 'a', version: 3 })).toBeUndefined();
});

test('who gives way is not compared, and a judge that has ended compares nothing', async () => {
  const judge = newJudge();
  const dear = await endpointUnder({ e: { busyMs: 40 } });
  const [first, second] = [1, 2].map(() => compare(judge, { endpointId: dear }));
  second?.giveWay();
  expect(await second).toMatchObject({ reason: 'Too many requests waited to be compared' });
  expect(await first).toMatchObject({ verdict: 'holds' });
  await judge.close();
  expect(await compare(judge, { endpointId: dear })).toEqual({
    verdict: 'none',
    reason: 'The service stops, or could not compare it',
  });
});
