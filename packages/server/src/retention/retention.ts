import { setTimeout as sleep } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import { Limits, RetentionSteps } from './limits.ts';
import { defaultOverflowBounds, Overflow } from './overflow.ts';
import { Rounds, TouchedSince } from './rounds.ts';

/** From the start of one round to the start of the next; a round that takes longer is followed at once. */
const roundEveryMs = 1000;
/** A full round looks at everything, even if nothing arrived. */
const fullRoundEveryMs = 60_000;
/** A task that fails again and again is logged as an error so often. */
const logEveryMs = 60_000;

export interface Retention {
  /** Resolves when captures of the endpoint may go on; undefined if its account is not far beyond its plan. */
  relieved(endpointId: number): Promise<void> | undefined;
  /** One round of everything, to its end. Rejects with the first error. */
  runOnce(): Promise<void>;
  /** Stops after the step under way. Call it before the store is closed. */
  close(): Promise<void>;
}

/**
 * Removes the captures that the plans do not keep, in the background. It has two loops, so that a long clean-up never
 * keeps busy endpoints from being trimmed. One trims the endpoints that captured something to their limits, every
 * second. The other removes cleared and deleted captures, and once a minute everything else, on one of the nodes.
 * Their steps alternate.
 *
 * An endpoint overshoots by what it captures in a second and the time its removal takes; how many bytes an
 * account overshoots by is bounded (`overflow.ts`).
 */
export function startRetention(parts: Parts, bounds = defaultOverflowBounds): Retention {
  const stop = new AbortController();
  const steps = new RetentionSteps(stop.signal);
  const limits = new Limits(parts, steps);
  const rounds = new Rounds(parts, steps, limits);
  const overflow = new Overflow({ store: parts.store, limits, bounds, log: parts.log });
  const touched = new TouchedSince(parts.store.captures);

  async function trim(): Promise<void> {
    const since = touched.take();
    overflow.forget();
    if (since.endpoints.size + since.accounts.size === 0) return;
    try {
      await timed(() => rounds.trimTouched(since));
    } finally {
      // Those that could not be trimmed have their turn in the next round.
      touched.giveBack(since);
    }
  }

  let fullRoundAt = 0;
  async function cleanUp(): Promise<void> {
    // Each node trims the endpoints that it captured for; one node does all other work.
    if (!(await isLeader())) return;
    if (performance.now() < fullRoundAt) {
      await attempt('purge', () => rounds.purge());
      return;
    }
    await timed(fullRound);
    fullRoundAt = performance.now() + fullRoundEveryMs;
  }

  /** The figures are 0 on a node that does not lead, or cannot tell. */
  async function isLeader(): Promise<boolean> {
    const { leader, storeBytes, retentionCompleted } = parts.metrics;
    const leads = await parts.store.isLeader().catch((error: unknown) => {
      leader.set(0);
      throw error;
    });
    leader.set(leads ? 1 : 0);
    if (!leads) {
      storeBytes.set(0);
      retentionCompleted.set(0);
      fullRoundAt = 0;
    }
    return leads;
  }

  /** A task that fails keeps no other from being done. */
  async function fullRound(): Promise<void> {
    const { storeBytes, retentionCompleted } = parts.metrics;
    const done = [
      await attempt('trim everything', () => rounds.trimAll()),
      await attempt('remove ended guests and sessions', () => rounds.removeEnded()),
      await attempt('purge', () => rounds.purge()),
      await attempt('release space', () => rounds.releaseSpace()),
    ];
    if (done.every(Boolean)) retentionCompleted.setToCurrentTime();
    await attempt('measure the store', async () => storeBytes.set(await parts.store.usedBytes()));
  }

  async function timed(round: () => Promise<void>): Promise<void> {
    const end = parts.metrics.retentionRoundSeconds.startTimer();
    try {
      await round();
    } finally {
      end();
    }
  }

  const loggedAt = new Map<string, number>();

  /** An error ends a task, never a loop: the next round tries again. */
  async function attempt(task: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      loggedAt.delete(task);
      return true;
    } catch (err) {
      if (stop.signal.aborted) return false;
      const now = performance.now();
      const isNew = now - (loggedAt.get(task) ?? Number.NEGATIVE_INFINITY) >= logEveryMs;
      if (isNew) loggedAt.set(task, now);
      parts.log[isNew ? 'error' : 'debug']({ err }, `retention: could not ${task}`);
      return false;
    }
  }

  async function loop(task: string, round: () => Promise<void>): Promise<void> {
    while (!stop.signal.aborted) {
      const started = performance.now();
      await attempt(task, round);
      const left = Math.max(0, started + roundEveryMs - performance.now());
      await sleep(left, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  }

  const loops = [loop('trim what captured', trim), loop('clean up', cleanUp)];

  return {
    relieved: (endpointId) => overflow.relieved(endpointId),
    async runOnce() {
      await rounds.trimAll();
      await rounds.removeEnded();
      await rounds.purge();
      await rounds.releaseSpace();
    },
    async close() {
      touched.stop();
      overflow.close();
      stop.abort();
      await Promise.all(loops);
    },
  };
}
