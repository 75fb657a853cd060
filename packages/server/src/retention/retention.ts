import { setTimeout as sleep } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import { Limits } from './limits.ts';
import { defaultOverflowBounds, Overflow } from './overflow.ts';
import { Rounds } from './rounds.ts';
import { Steps } from './steps.ts';
import { TouchedSince } from './touched.ts';

/** Milliseconds from the start of one round to the next; a round that takes longer is followed at once. */
const roundEvery = 1000;
/** How often everything is looked at, also where nothing arrived. */
const fullRoundEvery = 60_000;
/** How often the log is told of a task that fails again and again. */
const tellEvery = 60_000;

export interface Retention {
  /** Resolves when captures of the endpoint may go on, where its account is far beyond its plan. */
  relieved(endpointId: number): Promise<void> | undefined;
  /** One round of everything, to its end. Rejects with the first error. */
  runOnce(): Promise<void>;
  /** Stops after the step under way. Call it before the store is closed. */
  close(): Promise<void>;
}

/**
 * Removes in the background what the plans do not keep. Two loops, so that a long clean-up never
 * keeps busy endpoints from being trimmed: every second the endpoints that captured something, down to
 * their limits; and what was cleared or deleted, once a minute everything else, on one of the nodes. Their
 * steps alternate.
 *
 * An endpoint overshoots by what it captures in a second and the time its removal takes; how many bytes an
 * account overshoots by is bounded (`overflow.ts`).
 */
export function startRetention(parts: Parts, bounds = defaultOverflowBounds): Retention {
  const stop = new AbortController();
  const steps = new Steps(stop.signal);
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
      // What could not be trimmed, for the next round.
      touched.giveBack(since);
    }
  }

  let fullRoundAt = 0;
  async function cleanUp(): Promise<void> {
    // Nodes trim what they captured each by itself; what no capture causes, one does for all.
    if (!(await parts.store.isLeader())) return;
    if (performance.now() < fullRoundAt) return await attempt('purge', () => rounds.purge());
    await timed(fullRound);
    fullRoundAt = performance.now() + fullRoundEvery;
  }

  /** What fails keeps nothing else from being done. */
  async function fullRound(): Promise<void> {
    await attempt('trim everything', () => rounds.trimAll());
    await attempt('remove ended guests and sessions', () => rounds.removeEnded());
    await attempt('purge', () => rounds.purge());
    await attempt('release space', () => rounds.releaseSpace());
  }

  async function timed(round: () => Promise<void>): Promise<void> {
    const end = parts.metrics.retentionRoundSeconds.startTimer();
    try {
      await round();
    } finally {
      end();
    }
  }

  const toldAt = new Map<string, number>();

  /** An error ends a task, never a loop: the next round tries again. */
  async function attempt(task: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
      toldAt.delete(task);
    } catch (err) {
      if (stop.signal.aborted) return;
      const now = performance.now();
      const isNew = now - (toldAt.get(task) ?? Number.NEGATIVE_INFINITY) >= tellEvery;
      if (isNew) toldAt.set(task, now);
      parts.log[isNew ? 'error' : 'debug']({ err }, `retention: could not ${task}`);
    }
  }

  async function loop(task: string, round: () => Promise<void>): Promise<void> {
    while (!stop.signal.aborted) {
      const started = performance.now();
      await attempt(task, round);
      const left = Math.max(0, started + roundEvery - performance.now());
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
