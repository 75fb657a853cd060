import { startAttackedServer, watchMemory } from './attacked-server.ts';
import type { Hostile } from './hostile.ts';
import type { Figures } from './latencies.ts';
import { type Experience, startHostile, startNeighbour } from './neighbour.ts';

/** The measurements of a well-behaved account and of the service under attack. */
export interface Attacked {
  /** The account's latencies before the attack, and under it. */
  quiet: Experience;
  attacked: Experience;
  /** The most memory of the service, in MiB. */
  memory: number;
  /** The longest time that its event loop stood still under the attack, in milliseconds; NaN if it did not say. */
  loopDelayMs: number;
  /** Of the service, told to stop right after the attack. */
  exitCode: number | null;
}

const mostMemoryMebibytes = 512;
/** Half of all operations of a kind take less, or no more than so many times what they take without the attack. */
interface Slowness {
  mostMs: number;
  mostTimes: number;
}

const onQuietMachine: Slowness = { mostMs: 60, mostTimes: 8 };
/** The bounds if other tests run beside it: only a harm of seconds is certain. */
const onBusyMachine: Slowness = { mostMs: 2000, mostTimes: 40 };

/**
 * Has the neighbour use a new service, first alone and then beside the attack, for so many seconds each.
 * @param known what it met alone on a service of the same machine: then it is not measured again
 */
export async function measureAttack(
  hostile: Hostile,
  databaseUrl: string,
  seconds: { quiet: number; attacked: number },
  known?: Experience,
): Promise<Attacked> {
  await using server = await startAttackedServer(hostile, databaseUrl);
  await using neighbour = await startNeighbour(server);
  const quiet = known ?? (await neighbour.use(seconds.quiet));
  await longestLoopDelay(server.url);
  const watched = watchMemory(server.pid);
  await using attack = await startHostile(hostile, { url: server.url, databaseUrl });
  const attacked = await neighbour.use(seconds.attacked);
  const memory = watched.highest;
  watched.stop();
  await attack[Symbol.asyncDispose]();
  const loopDelayMs = await longestLoopDelay(server.url);
  const exitCode = await server.end('SIGTERM');
  return { quiet, attacked, memory, loopDelayMs, exitCode };
}

/** Since it was asked for the last time. */
async function longestLoopDelay(url: string): Promise<number> {
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(20_000) });
    const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await answer.text())?.[1];
    return Number(seconds) * 1000;
  } catch {
    // It is gone, or stands still: the neighbour has seen that too.
    return Number.NaN;
  }
}

/** Everything that the attack did to others, in sentences. */
export function harmOf(measured: Attacked): string[] {
  return allHarmOf(measured, onQuietMachine);
}

/** The part that does not depend on how busy the machine is. */
export function hardHarmOf(measured: Attacked): string[] {
  return allHarmOf(measured, onBusyMachine);
}

function allHarmOf(measured: Attacked, slowness: Slowness): string[] {
  const { quiet, attacked } = measured;
  const slowed = operationsOf(attacked).flatMap((operation) =>
    slownessOf(operation, quiet[operation], attacked[operation], slowness),
  );
  return [...refusalsOf(attacked), ...slowed, ...harmToServiceOf(measured)];
}

function harmToServiceOf({ memory, exitCode }: Attacked): string[] {
  const harm: string[] = [];
  if (!(memory > 0 && memory < mostMemoryMebibytes)) harm.push(`memory: ${memory.toFixed(0)} MiB`);
  if (exitCode !== 0) harm.push(`the service stopped with ${exitCode}`);
  return harm;
}

export function operationsOf(experience: Experience): (keyof Experience)[] {
  return Object.keys(experience) as (keyof Experience)[]; // these are its keys
}

function refusalsOf(attacked: Experience): string[] {
  return operationsOf(attacked).flatMap((operation) => {
    const { refusedCount, firstRefusal, count } = attacked[operation];
    if (refusedCount === 0 && count > 0) return [];
    return [`${operation}: ${refusedCount} of ${refusedCount + count} refused: ${firstRefusal}`];
  });
}

function slownessOf(
  operation: string,
  quiet: Figures,
  { count, p50 }: Figures,
  { mostMs, mostTimes }: Slowness,
): string[] {
  if (count === 0 || p50 < Math.max(mostMs, mostTimes * quiet.p50)) return [];
  return [`${operation}: p50 ${quiet.p50.toFixed(1)} ms alone, ${p50.toFixed(1)} ms attacked`];
}
