import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { Random } from '../../../server/test/random.ts';
import { startClients } from '../../src/clients/clients.ts';
import { History } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { type Store, startWorld } from '../../src/world/world.ts';

type OfKind<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

/** The operations of some clients who worked on a healthy service, then on one whose node was killed, and settled. */
export interface Worked {
  operations: readonly Operation[];
  nodes: number;
}

/**
 * Lets clients work, kills a node, starts it again, lets them work for a while, and settles.
 * @param forEverything whether they work beforehand until they have done everything that they do
 */
export async function workedOn(
  store: Store,
  { seed, forEverything = false }: { seed: number; forEverything?: boolean },
): Promise<Worked> {
  const history = new History();
  const random = new Random(seed);
  await using world = await startWorld({ store, nodes: 2 });
  const clients = await startClients(world, history, random, { sendsPerSecond: 200 });
  const work = async (whileAtWork: () => Promise<unknown>) => {
    const finished = new AbortController();
    const working = clients.work(finished.signal);
    await whileAtWork();
    finished.abort();
    await working;
  };
  const missing = () => missingIn(history.operations);
  if (forEverything) await work(() => eventually(missing, (left) => left.length === 0));
  const storedMore = async () => {
    const enough = storedIn(history.operations) + 50;
    await eventually(() => storedIn(history.operations) >= enough);
  };
  await work(async () => {
    await storedMore();
    const node = random.pick(world.nodes);
    await node.end('SIGKILL');
    await sleep(100);
    await node.start();
    await storedMore();
  });
  await clients.settle();
  return { operations: history.operations, nodes: world.nodes.length };
}

function storedIn(operations: readonly Operation[]): number {
  return ofKind(operations, 'send').filter(({ outcome }) => outcome === 'stored').length;
}

/** The operations of one kind. */
function ofKind<Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): OfKind<Kind>[] {
  return operations.filter((operation): operation is OfKind<Kind> => operation.kind === kind);
}

/** What clients do on a healthy service, sooner or later. */
const everything: readonly string[] = [
  ...['plain', 'attempts', 'versions', 'signed', 'listened'].map((kind) => `made ${kind}`),
  ...['plain 200', 'signed 200', 'signed right', 'signed wrong', 'listened 201'],
  ...['attempts 500', 'attempts 429', 'attempts 200'],
  ...['version 0', 'version 1', 'version 2', 'listener', 'to the deleted 404'],
  ...['read', 'stream', 'clear', 'remove', 'deletion', 'settings', 'answer'].map(
    (kind) => `${kind} done`,
  ),
  ...['answer refused', 'whole list', 'page', 'single capture', 'cleared through', 'resumed'],
];

/** What of it has not happened yet. */
function missingIn(operations: readonly Operation[]): string[] {
  const kinds = new Map(
    ofKind(operations, 'made').map(({ endpoint, endpointKind }) => [endpoint, endpointKind]),
  );
  const happened = new Set(operations.flatMap((operation) => namesOf(operation, kinds)));
  return everything.filter((name) => !happened.has(name));
}

function namesOf(operation: Operation, kinds: ReadonlyMap<number, string>): string[] {
  switch (operation.kind) {
    case 'made':
      return [`made ${operation.endpointKind}`];
    case 'send': {
      const { endpoint, outcome, status, signature, version, answer } = operation;
      const kind = kinds.get(endpoint);
      if (outcome === 'refused') return [`to the deleted ${status}`];
      if (outcome === 'unknown') return [];
      return [
        `${kind} ${status}`,
        `${kind} ${signature}`,
        `version ${version}`,
        answer === undefined ? '' : 'listener',
      ];
    }
    case 'read': {
      const { from, through, captures, outcome } = operation;
      const form =
        from === through
          ? 'single capture'
          : from === 1 && through === null
            ? 'whole list'
            : 'page';
      return [
        `read ${outcome}`,
        form,
        ...captures.map(({ mark }) => (mark === -1 ? 'strange' : '')),
      ];
    }
    case 'stream':
      return [`stream ${operation.outcome}`, operation.after === undefined ? '' : 'resumed'];
    case 'clear':
      return [
        `clear ${operation.outcome}`,
        operation.through === undefined ? '' : 'cleared through',
      ];
    case 'strike':
      return [];
    default:
      return [`${operation.kind} ${operation.outcome}`];
  }
}

/** Everything that was acknowledged, and that nothing can have removed, is in the last list and stream of every node. */
export function expectAllSeen({ operations, nodes }: Worked): void {
  const accounts = new Map(ofKind(operations, 'made').map((made) => [made.endpoint, made.account]));
  const kept = ofKind(operations, 'send').filter(
    (send) =>
      send.outcome === 'stored' && !mayBeRemoved(send, accounts.get(send.endpoint), operations),
  );
  expect(kept.length).toBeGreaterThan(20);
  const streams = ofKind(operations, 'stream').filter(({ isSettled }) => isSettled);
  for (let node = 0; node < nodes; node += 1) {
    for (const account of new Set(accounts.values())) {
      const ofAccount = (each: { node: number; account: number; endpoint?: number }) =>
        each.node === node && each.account === account && each.endpoint === undefined;
      const list = ofKind(operations, 'read').findLast(
        (read) => ofAccount(read) && read.from === 1 && read.through === null,
      );
      const stream = streams.find(ofAccount);
      const marks = kept
        .filter(({ endpoint }) => accounts.get(endpoint) === account)
        .map(({ mark }) => mark);
      expect(list?.captures.map(({ mark }) => mark)).toEqual(expect.arrayContaining(marks));
      expect(stream?.events.map(({ seen }) => seen.mark)).toEqual(expect.arrayContaining(marks));
    }
  }
}

/** Whether a removal that concerns a webhook ended after it was sent. */
function mayBeRemoved(
  { endpoint, id, began }: OfKind<'send'>,
  account: number | undefined,
  operations: readonly Operation[],
): boolean {
  return operations.some((operation) => {
    if (operation.kind === 'remove') return operation.id === id;
    if (operation.kind === 'deletion') return operation.endpoint === endpoint;
    if (operation.kind !== 'clear' || operation.account !== account) return false;
    const isConcerned = operation.endpoint === undefined || operation.endpoint === endpoint;
    // One without an answer may happen later.
    return isConcerned && (operation.ended >= began || operation.outcome === 'unknown');
  });
}
