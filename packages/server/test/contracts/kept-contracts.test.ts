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

/** As many schemas as a contract may have, each alone: these take most memory. */
const names = Array.from({ length: 49_990 }, (_, at) => at.toString(36));
const document = `{"events":{${names.map((name) => `"${name}":{"const":0}`).join()}}}`;

test('contracts that take much memory once they are read are not kept until the thread ends', async () => {
  const verdicts: string[] = [];
  for (let one = 0; one < 4; one++) {
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
