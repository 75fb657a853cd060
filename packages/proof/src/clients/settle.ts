import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceNode } from '../world/node.ts';
import { isAnswer } from './http.ts';
import type { Account, Endpoint, Known } from './known.ts';
import { readList } from './lists.ts';
import { ReadStream } from './stream-reader.ts';
import { makeWebhook, sendWebhook } from './webhook.ts';

/** Within this time every node has to serve again. */
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
  const deadline = performance.now() + comesBackMs;
  const within = <Value>(what: string, look: () => Promise<Value | undefined>) =>
    untilDone(deadline, what, look);
  await Promise.all(
    known.nodes.map((node) => within(`node ${node.number}`, () => ready(known, node))),
  );
  // What is ready must store again, too.
  for (const node of known.nodes)
    await within(`a webhook to node ${node.number}`, () => stored(known, node));

  const newest = new Map<string, number>();
  const accounts = known.accounts.map((account): Scope => ({ account }));
  const endpoints = [...known.endpoints, ...known.retired].map(
    (endpoint): Scope => ({ account: endpoint.account, endpoint }),
  );
  for (const node of known.nodes) {
    for (const scope of [...accounts, ...endpoints]) {
      const id = await within('a whole list', () => newestOf(known, node, scope));
      newest.set(nameOf(scope), Math.max(newest.get(nameOf(scope)) ?? 0, id));
    }
  }
  await Promise.all(
    known.nodes.flatMap((node) =>
      [
        ...accounts,
        ...endpoints.filter((_, index) => index % known.nodes.length === node.number),
      ].map((scope) => readStream(known, node, scope, newest.get(nameOf(scope)) ?? 0, deadline)),
    ),
  );
  if (known.surprises.length > 0)
    throw new Error(`the service answered what it never should:\n${known.surprises.join('\n')}`);
}

async function untilDone<Value>(
  deadline: number,
  what: string,
  look: () => Promise<Value | undefined>,
): Promise<Value> {
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
  return outcome === 'unknown' ? undefined : (captures[0]?.id ?? 0);
}

/** Reads a stream from its beginning until it has everything and is quiet. One that ends before is opened again. */
async function readStream(
  known: Known,
  node: ServiceNode,
  scope: Scope,
  newest: number,
  deadline: number,
): Promise<void> {
  const { client } = known.newClient();
  await untilDone(Math.max(deadline, performance.now() + mostStreamMs), 'a stream', async () => {
    const stream = await ReadStream.open(known, { client, node, ...scope });
    const giveUpAt = performance.now() + mostStreamMs;
    while (stream.isOpen && performance.now() < giveUpAt) {
      const quiet = known.history.now() - stream.lastAt;
      if (quiet >= quietMs && (stream.lastId ?? 0) >= newest) break;
      await sleep(50);
    }
    const isWhole = stream.isOpen || stream.outcome === 'refused';
    await stream.end(isWhole);
    return isWhole ? true : undefined;
  });
}

function nameOf({ account, endpoint }: Scope): string {
  return `${account.number} ${endpoint?.number ?? ''}`;
}
