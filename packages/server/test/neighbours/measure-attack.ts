import type { ServerProcess } from '../server-process.ts';
import { startAttackedServer, watchMemory } from './attacked-server.ts';
import type { Hostile } from './hostile.ts';
import type { Figures } from './latencies.ts';
import { type Experience, type Neighbour, startHostile, startNeighbour } from './neighbour.ts';

/** The measurements of a well-behaved account and of the service under attack. */
export interface Attacked {
  /** The account's latencies under the attack. */
  attacked: Experience;
  /** The most memory of the service, in MiB. */
  memory: number;
  /** The longest time that its event loop stood still under the attack, in milliseconds; NaN if it did not say. */
  loopDelayMs: number;
  /** Of the service, told to stop right after the attack. */
  exitCode: number | null;
}

/** The same, with the account's latencies before the attack. */
export interface Compared extends Attacked {
  quiet: Experience;
}

const mostMemoryMebibytes = 512;
/** On a quiet machine, half of all operations of a kind take less, or no more than so many times what they take without the attack. */
const onQuietMachine = { mostMs: 60, mostTimes: 8 };
/** If other tests run beside it, only a harm of seconds is certain. */
const mostMsOnBusyMachine = 2000;

/** Has the neighbour use a new service, first alone and then beside the attack, for so many seconds each. */
export async function compareAttack(
  hostile: Hostile,
  databaseUrl: string,
  seconds: { quiet: number; attacked: number },
): Promise<Compared> {
  await using server = await startAttackedServer(hostile, databaseUrl);
  await using neighbour = await startNeighbour(server);
  const quiet = await neighbour.use(seconds.quiet);
  return { quiet, ...(await attackOn(server, neighbour, hostile, databaseUrl, seconds.attacked)) };
}

/** Has the neighbour use a new service beside the attack alone. */
export async function measureAttack(
  hostile: Hostile,
  databaseUrl: string,
  seconds: number,
): Promise<Attacked> {
  await using server = await startAttackedServer(hostile, databaseUrl);
  await using neighbour = await startNeighbour(server);
  return await attackOn(server, neighbour, hostile, databaseUrl, seconds);
}

async function attackOn(
  server: ServerProcess,
  neighbour: Neighbour,
  hostile: Hostile,
  databaseUrl: string,
  seconds: number,
): Promise<Attacked> {
  await longestLoopDelay(server.url);
  const watched = watchMemory(server.pid);
  await using attack = await startHostile(hostile, { url: server.url, databaseUrl });
  const attacked = await neighbour.use(seconds);
  const memory = watched.highest;
  watched.stop();
  await attack[Symbol.asyncDispose]();
  const loopDelayMs = await longestLoopDelay(server.url);
  const exitCode = await server.end('SIGTERM');
  return { attacked, memory, loopDelayMs, exitCode };
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
export function harmOf({ quiet, ...measured }: Compared): string[] {
  const { mostMs, mostTimes } = onQuietMachine;
  return allHarmOf(measured, (operation) => Math.max(mostMs, mostTimes * quiet[operation].p50));
}

/** The part that does not depend on how busy the machine is. */
export function hardHarmOf(measured: Attacked): string[] {
  return allHarmOf(measured, () => mostMsOnBusyMachine);
}

function allHarmOf(measured: Attacked, mostMs: (operation: keyof Experience) => number): string[] {
  const { attacked } = measured;
  const slowed = operationsOf(attacked).flatMap((operation) =>
    slownessOf(operation, attacked[operation], mostMs(operation)),
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

function slownessOf(operation: string, { count, p50 }: Figures, mostMs: number): string[] {
  if (count === 0 || p50 < mostMs) return [];
  return [`${operation}: p50 ${p50.toFixed(1)} ms attacked, of at most ${mostMs.toFixed(1)} ms`];
}
