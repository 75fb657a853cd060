import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface RunningServer {
  url: string;
  /** Resident memory in MiB, as the kernel counts it. */
  memory(): number;
  /** The part of it that is backed by no file. */
  anonymousMemory(): number;
  /** Of all its threads since its start, with the kernel's share, in milliseconds: whole hundredths of a second. */
  processorTime(): number;
  /** Of each of its threads since its start, by the thread's number. */
  threadTimes(): Map<string, ThreadTime>;
  stop(): Promise<void>;
}

/** The processor time of a thread in milliseconds: whole hundredths of a second. */
export interface ThreadTime {
  name: string;
  own: number;
  kernel: number;
}

// The flags of `npm start`: a smaller young generation, and no more threads for its collection than there are processors to spare.
const node = [process.execPath, '--max-semi-space-size=8', '--v8-pool-size=0'] as const;

export function startBare(): Promise<RunningServer> {
  return start([...node, pathOf('./bare-server.ts')], {}, () => {});
}

/** The command from the sources. */
export const fromSource: readonly string[] = [...node, pathOf('../packages/cli/bin/hookwell.cjs')];

/** The command as `npm start` runs it. `startHookwell` makes its bundle if that is not of the sources as they are now. */
export const fromRepository: readonly string[] = [...node, pathOf('../packages/cli/bin/start.cjs')];

/** The limits of a plan. */
export interface Limits {
  endpoints: number;
  requestsPerEndpoint: number;
  bytes: number;
  days: number;
}

/** Limits that are never reached: a benchmark keeps everything that it stores. */
const keepAll: Limits = { endpoints: 1000, requestsPerEndpoint: 1e12, bytes: 1e15, days: 1e6 };

/**
 * The service as `npm start` runs it, on an SQLite file in a temporary folder (or in `folder`, which stays), or
 * as a node on a PostgreSQL database. Guests and accounts of the plan Plus have the limits that are given.
 */
export function startHookwell({
  folder,
  databaseUrl,
  plans = keepAll,
  command = fromRepository,
}: {
  folder?: string;
  databaseUrl?: string;
  plans?: Limits | 'default';
  command?: readonly string[];
} = {}): Promise<RunningServer> {
  if (command === fromRepository) buildWhenStale();
  const own = folder ?? mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
  return start(
    [...command, 'serve'],
    {
      HOOKWELL_PORT: '0',
      HOOKWELL_DATABASE_URL: databaseUrl ?? `sqlite:${join(own, 'hookwell.db')}`,
      ...(plans !== 'default' && {
        HOOKWELL_PLANS: JSON.stringify({ free: plans, plus: plans }),
      }),
      HOOKWELL_AUTH_RATE_LIMIT: '0',
      // All streams belong to one account and come from one address.
      HOOKWELL_STREAMS_PER_ACCOUNT: '100000',
      HOOKWELL_LOG_LEVEL: 'warn',
    },
    () => {
      if (folder === undefined) rmSync(own, { recursive: true, force: true });
    },
  );
}

/** Without the bundle `npm start` would run the sources, which takes more memory and processor time. */
function buildWhenStale(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'prestart'], {
    cwd: pathOf('..'),
    stdio: ['ignore', 2, 'inherit'],
  });
  if (status !== 0) throw new Error('The bundle could not be built');
}

async function start(
  [program = '', ...words]: readonly string[],
  environment: Record<string, string>,
  cleanUp: () => void,
): Promise<RunningServer> {
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await readyAddress(child),
    memory: () => memoryOf(child.pid, 'VmRSS'),
    anonymousMemory: () => memoryOf(child.pid, 'RssAnon'),
    processorTime: () => {
      const { own, kernel } = timeIn(`/proc/${child.pid}/stat`);
      return own + kernel;
    },
    threadTimes: () => threadTimesOf(child.pid),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      cleanUp();
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

export async function readyAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready: (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the server did not start');
}

/** In MiB. */
export function memoryOf(pid: number | undefined, kind: 'VmRSS' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1];
  return Number(kilobytes) / 1024;
}

function threadTimesOf(pid: number | undefined): Map<string, ThreadTime> {
  const tasks = `/proc/${pid}/task`;
  return new Map(readdirSync(tasks).map((thread) => [thread, timeIn(`${tasks}/${thread}/stat`)]));
}

/** Linux counts it in ticks of 10 ms. */
function timeIn(file: string): ThreadTime {
  const stat = readFileSync(file, 'utf8');
  // The name, in brackets, may have spaces in it.
  const [nameFrom, nameTo] = [stat.indexOf('(') + 1, stat.lastIndexOf(')')];
  const [own, kernel] = stat
    .slice(nameTo + 2)
    .split(' ')
    .slice(11, 13);
  return { name: stat.slice(nameFrom, nameTo), own: Number(own) * 10, kernel: Number(kernel) * 10 };
}

/** A guest with an endpoint. */
export interface Visitor {
  cookie: string;
  token: string;
  receiveUrl: string;
}

export async function visit(server: RunningServer): Promise<Visitor> {
  const guest = await fetch(`${server.url}/api/auth/guest`, { method: 'POST' });
  const cookie = guest.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return await createEndpoint(server, cookie);
}

/** One more endpoint of the same guest. */
export async function createEndpoint({ url }: RunningServer, cookie: string): Promise<Visitor> {
  const created = await fetch(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
  // The contract's Endpoint; only its token is used here.
  const { token } = (await created.json()) as { token: string };
  return { cookie, token, receiveUrl: `${url}/wh/${token}` };
}

/** Gives the endpoint of a visitor these settings. */
export async function putSettings(
  { url }: RunningServer,
  { cookie, token }: Visitor,
  settings: unknown,
): Promise<void> {
  const { status } = await fetch(`${url}/api/endpoints/${token}/settings`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (status !== 200) throw new Error(`the settings were answered ${status}`);
}

/** Opens a live stream as the dashboard does, over a plain socket; resolves once its headers are there. */
export function openStream({ url }: RunningServer, { cookie }: Visitor): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('error', reject);
    const lines = [`Host: ${hostname}:${port}`, `Cookie: ${cookie}`];
    socket.write(`GET /api/sse?changes=true HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.once('data', () => resolve(socket));
  });
}
