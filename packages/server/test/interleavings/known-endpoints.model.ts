import fc from 'fast-check';
import { deleteEndpoint, moveEndpoint } from '../store/store-rows.ts';
import { type Moment, ReceivingNodes, type Sent } from './receiving-nodes.ts';
import { model } from './schedule.ts';

const tokens = ['a'.repeat(26), 'b'.repeat(26)];

const plan = fc.record({
  sends: fc.array(
    fc.record({
      node: fc.nat({ max: 1 }),
      token: fc.constantFrom(...tokens),
      /** So many, one after the other. */
      count: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom('delete', 'make', 'replace', 'move'),
      token: fc.constantFrom(...tokens),
    }),
    { maxLength: 5 },
  ),
});

/**
 * Webhooks come to two nodes while their endpoints are deleted, made anew under the same token, and moved to another account:
 *
 * - one that is acknowledged is stored once, under the endpoint that had its token when it was committed;
 * - one that is refused as unknown is not stored, and at some time between the two there was no such endpoint;
 * - after a deletion was answered nothing is accepted until the token is given again, whatever a node remembers or is looking up;
 * - any other answer is 503, and then it is stored once at most.
 */
export const knownEndpoints = model(
  'known endpoints',
  plan,
  async ({ sends, changes }, schedule) => {
    const nodes = new ReceivingNodes(schedule);
    for (const id of [1, 2]) nodes.addAccount(id);
    for (const token of tokens) nodes.addEndpoint(token, 1);
    for (const { node, token, count } of sends) {
      const send = (left: number): void =>
        schedule.act(`a webhook comes to node ${node}`, async () => {
          await nodes.send(node, token);
          if (left > 1) send(left - 1);
        });
      send(count);
    }
    for (const { kind, token } of changes) {
      schedule.act(`${kind} ${token[0]}`, async () => {
        const found = nodes.moments.at(-1)?.endpoints.get(token);
        // The one who asked is told that nobody knows.
        await change(nodes, kind, token, found?.id).catch(() => undefined);
      });
    }
    await schedule.until();
    for (const sent of nodes.sent) {
      if (sent.status === 503 && !schedule.hasFailed) throw new Error(`${sent.mark}: answered 503`);
      const fault = faultOf(sent, nodes);
      if (fault !== undefined) throw new Error(`${sent.mark}: ${fault}`);
    }
  },
  380,
);

type Change = (typeof plan extends fc.Arbitrary<infer Value> ? Value : never)['changes'][number];

async function change(
  nodes: ReceivingNodes,
  kind: Change['kind'],
  token: string,
  id: number | undefined,
): Promise<void> {
  if (kind === 'make' && id === undefined) {
    await nodes.change('make', () => nodes.addEndpoint(token, 2));
  } else if (kind === 'replace') {
    await nodes.change('replace', () => nodes.replaceEndpoint(token, 2));
  } else if (kind === 'delete' && id !== undefined) {
    await deleteEndpoint(nodes.partsOf(0).store, id);
  } else if (kind === 'move' && id !== undefined) {
    await moveEndpoint(nodes.partsOf(0).store, id, 2);
  }
}

function faultOf(sent: Sent, nodes: ReceivingNodes): string | undefined {
  const { token, status, began, ended, id, mark } = sent;
  const rows = nodes.rowsOf(mark);
  if (rows.length > 1) return 'it is stored twice';
  if (rows.some((row) => row.token !== token)) return 'it is stored under another token';
  const isThere = (moment: Moment) => moment.endpoints.has(token);
  const moments = [...nodes.momentsWithin(began, ended)];
  if (status === 200) {
    const [row] = rows;
    // Purging takes the rows of deleted endpoints, which no model does.
    if (row === undefined || row.id !== id) return `acknowledged as ${id}, stored as ${row?.id}`;
    return moments.some(isThere) ? undefined : 'it is accepted after the deletion';
  }
  if (status === 404) {
    if (rows.length > 0) return 'it is stored although it was refused';
    return moments.every(isThere) ? 'an endpoint that is there is unknown' : undefined;
  }
  return status === 503 ? undefined : `it is answered ${status}`;
}
