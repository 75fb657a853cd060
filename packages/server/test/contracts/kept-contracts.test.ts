import { afterAll, expect, test } from 'vitest';
import { ContractJudge } from '../../src/contracts/judge.ts';
import { fairParts } from '../fair-parts.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer } from '../start-server.ts';
import { patient } from './contracts.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'enterprise');
const { longWork } = fairParts();
const logged: unknown[] = [];
// It writes nothing else.
const log = { error: (about: unknown) => void logged.push(about) } as never;
const judge = new ContractJudge({ store: server.store, longWork, log }, patient.judgeBounds);
afterAll(() => judge.close());

/** A mebibyte of empty objects, in what says nothing of values: each takes twenty times its characters. */
const document = `{"events":{"a":{"examples":[${Array(349_000).fill('{}').join()}]}}}`;

test('contracts that take much memory once they are read are not kept until the thread ends', async () => {
  const verdicts: string[] = [];
  for (let one = 0; one < 12; one++) {
    const { id: endpointId } = await owner.ask(201, 'POST', '/api/endpoints');
    const row = { endpoint_id: endpointId, version: 1, document };
    await server.store.db.insertInto('endpoint_contract').values(row).execute();
    const body = Buffer.from('0');
    const found = await judge.compare({
      ...{ endpointId, version: 1, party: 1, event: { event: 'a' } },
      capture: {
        ...{ endpointId, party: 1, receivedAt: 0, method: 'POST', target: '/', headers: '[]' },
        ...{ droppedHeaders: 0, ipAddress: '', body: [body], bodySize: 1, isPipelined: false },
      },
      wait: () => ({
        ...{ signal: new AbortController().signal, giveWay: () => {}, leave: () => {} },
        for: (work) => work,
      }),
    });
    verdicts.push(found?.verdict ?? 'nothing');
  }
  expect(logged).toEqual([]);
  expect(new Set(verdicts)).toEqual(new Set(['holds']));
});
