import { expect, inject, test } from 'vitest';
import { putContract } from '../contracts/contracts.ts';
import { eventually } from '../eventually.ts';
import { createDatabase } from '../postgres/databases.ts';
import { endpointWith } from '../replies/settings.ts';
import { startProcess } from '../server-process.ts';
import { send, startAccount, startServer, type TestServer, type Visitor } from '../start-server.ts';
import { inTurn, startNodes } from './start-nodes.ts';

/** What `n` should be. */
const requiring = (type: string) => ({
  events: { paid: { type: 'object' as const, properties: { n: { type } } } },
});

const sendOne = (node: Pick<TestServer, 'url'>, token: string) =>
  send(node, token, { method: 'POST', body: '{"type":"paid","n":1}' });

interface Captured {
  id: number;
  attempt?: number;
  contract?: { verdict: string };
}

function captured(visitor: Visitor, token: string): Promise<Captured[]> {
  return visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
}

test('a contract that was put on one node counts for the next request on every node', async () => {
  await using cluster = await startNodes();
  const [a, ...others] = cluster.nodes;
  const account = await startAccount(a, 'plus');
  const token = await endpointWith(account, {
    replies: [{ when: 'contract=differs', status: 422 }, { status: 202 }],
  });
  for (const node of others) expect((await sendOne(node, token)).status).toBe(202);
  for (let round = 0; round < 6; round++) {
    const differs = round % 2 === 0;
    await putContract(account, token, requiring(differs ? 'string' : 'integer'));
    for (const node of others)
      expect((await sendOne(node, token)).status).toBe(differs ? 422 : 202);
  }
  await account.ask(204, 'DELETE', `/api/endpoints/${token}/contract`);
  for (const node of others) expect((await sendOne(node, token)).status).toBe(202);
  const all = await captured(account, token);
  expect(all.map(({ contract }) => contract?.verdict)).toEqual([
    ...[undefined, undefined],
    ...Array.from({ length: 12 }, (_, at) => (at % 4 < 2 ? 'holds' : 'differs')),
    ...[undefined, undefined],
  ]);
});

test('no capture is stored by an older contract once a newer one was answered, nor counted anew', async () => {
  await using cluster = await startNodes();
  const [a] = cluster.nodes;
  const account = await startAccount(a, 'plus');
  const token = await endpointWith(account, { delivery: 'one', replies: [{ status: 202 }] });
  await putContract(account, token, requiring('integer'));
  let going = true;
  const sending = Array.from({ length: 6 }, async (_, sender) => {
    for (let number = sender; going; number++) await sendOne(inTurn(cluster.nodes, number), token);
  });
  /** The newest id at each answer, and the verdict from then on. */
  const answered: { after: number; verdict: string }[] = [];
  for (let round = 0; round < 6; round++) {
    const verdict = round % 2 === 0 ? 'differs' : 'holds';
    const before = (await captured(account, token)).length;
    await putContract(account, token, requiring(verdict === 'differs' ? 'string' : 'integer'));
    const path = `/api/requests/endpoint/${token}?limit=1`;
    const [newest]: Captured[] = await account.ask(200, 'GET', path);
    answered.push({ after: newest?.id ?? 0, verdict });
    await eventually(async () => (await captured(account, token)).length > before + 6);
  }
  going = false;
  await Promise.all(sending);
  const all = (await captured(account, token)).toReversed();
  expect(all.map(({ attempt }) => attempt)).toEqual(all.map((_, index) => index + 1));
  for (const [index, { after, verdict }] of answered.entries()) {
    // Those by the next one may come before its answer.
    const last = answered[index + 1]?.after ?? Number.POSITIVE_INFINITY;
    const verdicts = all
      .filter(({ id }) => id > after && id <= last)
      .map(({ contract }) => contract?.verdict);
    const changesAt = verdicts.findIndex((one) => one !== verdict);
    expect(changesAt).not.toBe(0);
    if (changesAt > 0) expect(new Set(verdicts.slice(changesAt)).size).toBe(1);
  }
});

test('whatever a node had stored when it was killed is stored with what was found', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using survivor = await startServer({ databaseUrl: database.url });
  await using doomed = await startProcess({ databaseUrl: database.url });
  const account = await startAccount(survivor, 'plus');
  const token = await account.endpoint();
  await putContract(account, token, requiring('string'));
  const ids = new Set<number>();
  const sending = Array.from({ length: 6 }, async () => {
    try {
      for (;;) ids.add(JSON.parse((await sendOne(doomed, token)).text).id);
    } catch {
      // Its node is gone.
    }
  });
  await eventually(() => ids.size > 30);
  await doomed.end('SIGKILL');
  await Promise.all(sending);
  await sendOne(survivor, token);
  const all = await captured(account, token);
  // On a busy machine some wait for too long to be compared.
  const verdicts = new Set(all.map(({ contract }) => contract?.verdict ?? 'nothing'));
  expect(verdicts.difference(new Set(['differs', 'none']))).toEqual(new Set());
  const stored = new Set(all.map(({ id }) => id));
  expect([...ids].filter((id) => !stored.has(id))).toEqual([]);
});
