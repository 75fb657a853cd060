import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import { startClients } from '../clients/clients.ts';
import type { Fault } from '../faults/fault.ts';
import { History } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { judge, type Violation } from '../judgement/judge.ts';
import { type Feature, type Store, startWorld, type World } from '../world/world.ts';

export interface RoundResult {
  operations: readonly Operation[];
  violations: readonly Violation[];
  /** What kept the round from its end: the service that did not come back, a fault that could not strike. */
  broken?: string;
}

interface RoundOptions {
  store: Store;
  faults: readonly Fault[];
  features: readonly Feature[];
  random: Random;
  sendsPerSecond: number;
  /** Clients are at work alone for so long, before, between and after the faults. */
  calmMs: number;
}

/** Lets clients work on a fresh world while faults strike one after the other, heals, reads everything, and judges. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const history = new History();
  await using world = await startWorld({ store: options.store, features: options.features });
  const broken = await lifeIn(world, history, options).then(
    () => undefined,
    (error: unknown) => told(error, world),
  );
  const { operations } = history;
  const violations = judge(operations);
  return broken === undefined ? { operations, violations } : { operations, violations, broken };
}

async function lifeIn(world: World, history: History, options: RoundOptions): Promise<void> {
  const { faults, random, sendsPerSecond, calmMs } = options;
  const clients = await startClients(world, history, random, { sendsPerSecond });
  const finished = new AbortController();
  const work = clients.work(finished.signal);
  try {
    await sleep(calmMs);
    for (const fault of faults) {
      const began = history.now();
      const text = await fault.strike(world, random);
      history.add({ kind: 'strike', fault: fault.name, text, began, ended: history.now() });
      await sleep(calmMs);
    }
  } finally {
    finished.abort();
    await work;
  }
  await clients.settle();
}

/** The error, and what the nodes wrote last. */
export function told(error: unknown, { nodes }: World): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const errors = nodes.map(
    ({ number, standardError }) => `node ${number}: ${standardError.slice(-1500)}`,
  );
  return [words, ...errors].join('\n');
}
