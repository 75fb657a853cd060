import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceNode } from '../world/node.ts';
import { isAnswer } from './http.ts';
import type { Account, Endpoint, Known } from './known.ts';
import { readList } from './lists.ts';
import { ReadStream } from './stream-reader.ts';
import { makeWebhook, sendWebhook } from './webhook.ts';

/** Within this time each thing has to be done again. */
const comesBackMs = 60_000;
/** Whole lists may take longer than other calls. */
const listMs = 30_000;
/** A stream that has all that lists showed, and then nothing for so long, is read to its end. */
const quietMs = 2000;
/** What a stream has not shown after this time it lacks. */
const mostStreamMs = 30_000;

interface Scope {
  account: Account;
  endpoint?: Endpoint;
}

/**
 * Waits until every node serves again, then reads all lists and streams at every node.
 * @throws if a node does not come back, or answered what it never should
 */
export async function settle(known: Known): Promise<void> {
  await Promise.all(
    known.nodes.map((node) => untilDone(`node ${node.number}`, () => ready(known, node))),
  );
  // What is ready must store again, too.
  for (const node of known.nodes)
    await untilDone(`webhooks at node ${node.number}`, () => stored(known, node));
  const scopes = scopesOf(known);
  const newest = await readLists(known, scopes);
  await Promise.all(known.nodes.map((node) => readStreams(known, node, scopes, newest)));
  if (known.surprises.length > 0)
    throw new Error(`the service answered what it never should:\n${known.surprises.join('\n')}`);
}

/** Every account, and every endpoint. */
function scopesOf({ accounts, endpoints, perhapsDeleted }: Known): Scope[] {
  return [
    ...accounts.map((account) => ({ account })),
    ...[...endpoints, ...perhapsDeleted].map((endpoint) => ({
      account: endpoint.account,
      endpoint,
    })),
  ];
}

/** Reads the whole list of each scope at every node; gives the newest id of each, of whichever list. */
async function readLists(
  known: Known,
  scopes: readonly Scope[],
): Promise<ReadonlyMap<Scope, number>> {
  const newest = new Map<Scope, number>();
  for (const node of known.nodes) {
    for (const scope of scopes) {
      const id = await untilDone('a whole list', () => newestOf(known, node, scope));
      newest.set(scope, Math.max(newest.get(scope) ?? 0, id));
    }
  }
  return newest;
}

/** Reads the streams of all accounts at a node, and those of its part of the endpoints, all at once. */
async function readStreams(
  known: Known,
  node: ServiceNode,
  scopes: readonly Scope[],
  newest: ReadonlyMap<Scope, number>,
): Promise<void> {
  const own = scopes.filter(
    ({ endpoint }) => (endpoint?.number ?? node.number) % known.nodes.length === node.number,
  );
  await Promise.all(
    own.map((scope) =>
      untilDone('a stream', () => readStream(known, node, scope, newest.get(scope) ?? 0)),
    ),
  );
}

async function untilDone<Value>(
  what: string,
  look: () => Promise<Value | undefined>,
): Promise<Value> {
  const deadline = performance.now() + comesBackMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > deadline)
      throw new Error(`the service did not come back within a minute: ${what}`);
    await sleep(100);
  }
}

async function ready(known: Known, node: ServiceNode): Promise<true | undefined> {
  const called = await known.call(node, '/readyz', { method: 'GET', withinMs: 2000 });
  return isAnswer(called) && called.status === 200 ? true : undefined;
}

async function stored(known: Known, node: ServiceNode): Promise<true | undefined> {
  const self = known.newClient();
  const endpoint = known.endpoints.find(({ kind }) => kind === 'plain');
  if (endpoint === undefined) throw new Error('there is no endpoint to send to');
  const { outcome } = await sendWebhook(
    known,
    self,
    makeWebhook(known, self.random, endpoint),
    node,
  );
  return outcome === 'stored' ? true : undefined;
}

/** Reads a whole list; gives its newest id, 0 if it is empty or the endpoint is not there. */
async function newestOf(
  known: Known,
  node: ServiceNode,
  scope: Scope,
): Promise<number | undefined> {
  const { client } = known.newClient();
  const { outcome, captures } = await readList(known, { client, node, ...scope, withinMs: listMs });
  if (outcome === 'done') return captures[0]?.id ?? 0;
  return outcome === 'refused' && isPerhapsDeleted(known, scope) ? 0 : undefined;
}

/** Reads a stream from its beginning until it has everything and is quiet. One that ends before is undefined. */
async function readStream(
  known: Known,
  node: ServiceNode,
  scope: Scope,
  newest: number,
): Promise<true | undefined> {
  const { client } = known.newClient();
  const stream = await ReadStream.open(known, { client, node, ...scope });
  const giveUpAt = performance.now() + mostStreamMs;
  while (stream.isOpen && performance.now() < giveUpAt) {
    const quiet = known.history.now() - stream.lastAt;
    if (quiet >= quietMs && (stream.lastId ?? 0) >= newest) break;
    await sleep(50);
  }
  const { isOpen, outcome } = stream;
  await stream.end(isOpen);
  return isOpen || (outcome === 'refused' && isPerhapsDeleted(known, scope)) ? true : undefined;
}

function isPerhapsDeleted({ perhapsDeleted }: Known, { endpoint }: Scope): boolean {
  return endpoint !== undefined && perhapsDeleted.includes(endpoint);
}
