import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '../packages/server/test/postgres/postgres-server.ts';
import { testSecretsKey } from '../packages/server/test/secrets-key.ts';

/** A server in a process of its own. */
export interface RunningServer {
  url: string;
  readyAfterMs: number;
  /** Resident memory in MiB. */
  memory(): number;
  /** Processor time of all its threads since its start, with the kernel's share, in milliseconds: whole hundredths of a second. */
  processorTime(): number;
  stop(): Promise<void>;
}

// The flags of `npm start`.
const flags = ['--max-semi-space-size=8', '--v8-pool-size=0'];
const root = join(import.meta.dirname, '..');

/** Starts the server that Hookwell is measured against. */
export function startBare(): Promise<RunningServer> {
  return start([join(root, 'bench/bare-server.ts')], {}, () => {});
}

/** Starts the service as `npm start` does, on a fresh SQLite file or as a node on PostgreSQL. No limit is ever reached. */
export function startHookwell({
  databaseUrl,
}: {
  databaseUrl?: string;
} = {}): Promise<RunningServer> {
  // Without the bundle the sources would run, which takes more memory and processor time.
  const built = spawnSync('npm', ['run', '--silent', 'prestart'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the bundle could not be built');
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
  const keepAll = { endpoints: 1000, requestsPerEndpoint: 1e12, bytes: 1e15, days: 1e6 };
  return start(
    [join(root, 'packages/cli/bin/start.cjs'), 'serve'],
    {
      HOOKWELL_PORT: '0',
      HOOKWELL_DATABASE_URL: databaseUrl ?? `sqlite:${join(folder, 'hookwell.db')}`,
      ...(databaseUrl === undefined ? {} : { HOOKWELL_SECRETS_KEY: testSecretsKey }),
      HOOKWELL_PLANS: JSON.stringify({ free: keepAll, plus: keepAll }),
      HOOKWELL_AUTH_RATE_LIMIT: '0',
      // All streams belong to one account and come from one address.
      HOOKWELL_STREAMS_PER_ACCOUNT: '100000',
      HOOKWELL_LOG_LEVEL: 'warn',
    },
    () => rmSync(folder, { recursive: true, force: true }),
  );
}

async function start(
  words: readonly string[],
  environment: Record<string, string>,
  cleanUp: () => void,
): Promise<RunningServer> {
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /ready: (\S+)$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  if (url === '') throw new Error('the server did not start');
  return {
    url,
    readyAfterMs: performance.now() - began,
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    processorTime: () => {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      // The name, in brackets, may have spaces in it. Linux counts in ticks of 10 ms.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      cleanUp();
    },
  };
}

/** A PostgreSQL that flushes every commit, with settings for 1 GB of memory. */
export async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startPostgres({
    ...{ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
    ...{ shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  return { url: server.url, stop: () => server[Symbol.asyncDispose]() };
}

/** A guest with an endpoint. */
export interface Visitor {
  cookie: string;
  token: string;
  receiveUrl: string;
}

export async function visit({ url }: RunningServer): Promise<Visitor> {
  const guest = await fetch(`${url}/api/auth/guest`, { method: 'POST' });
  const cookie = guest.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const created = await fetch(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
  // An endpoint of the API; only its token is used here.
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
