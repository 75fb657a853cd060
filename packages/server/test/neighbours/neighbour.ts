import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { call, type Hostile, putSettings, type Target } from './hostile.ts';
import type { Figures } from './latencies.ts';
import { neighbourSettings } from './neighbour-settings.ts';

/** The latencies of every operation of a well-behaved account. */
export interface Experience {
  /** Webhooks, from sending to their acknowledgement. */
  captures: Figures;
  /** Webhooks of one MiB. */
  largeCaptures: Figures;
  /** Pages of its list. */
  reads: Figures;
  /** One capture of half a MiB, compressed. */
  largeReads: Figures;
  /** Webhooks, from sending to their event on the live stream. */
  events: Figures;
  /** Compressed webhooks and handshakes of an endpoint with settings, to the answer that these say. */
  answers: Figures;
  /** Webhooks whose answer has a delay: what comes on top of it. One that is answered earlier is refused. */
  laterAnswers: Figures;
  /** Pages of its list with a match. */
  searches: Figures;
  /** Changes of the settings. */
  settings: Figures;
}

/** The job of the process that measures. */
export interface MeasureJob {
  url: string;
  cookie: string;
  token: string;
  /** Of its second endpoint, which has settings. */
  answeringToken: string;
  /** A large capture of the account to read, and the least number of characters that its text has. */
  largeId: number;
  largeLength: number;
  seconds: number;
}

export interface Neighbour extends AsyncDisposable {
  /** Uses the service for this many seconds and gives the latencies. */
  use(seconds: number): Promise<Experience>;
}

/** A registered account with two endpoints, in a process of its own. */
export async function startNeighbour({ url }: Pick<Target, 'url'>): Promise<Neighbour> {
  const registered = await call(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `neighbour-${Date.now()}@example.com`, password: 'password' }),
  });
  const cookie = registered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const token = await makeEndpoint(url, cookie);
  const answeringToken = await makeEndpoint(url, cookie);
  const answering = { token: answeringToken, cookie };
  await putSettings({ url, localAddress: undefined }, answering, neighbourSettings);
  // The service takes this capture for a large one: more than 64 KiB of text, and compressed.
  const large = JSON.stringify({ lines: 'a line of a large capture, '.repeat(20_000) });
  const planted = await call(`${url}/wh/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(large),
  });
  const { id: largeId } = JSON.parse(planted.body.toString());
  const child = fork(new URL('./neighbour-process.ts', import.meta.url), { execArgv: [] });
  return {
    async use(seconds) {
      const largeLength = large.length;
      const job = { url, cookie, token, answeringToken, largeId, largeLength, seconds };
      child.send(job satisfies MeasureJob);
      return await answerOf<Experience>(child, 'the neighbour');
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

async function makeEndpoint(url: string, cookie: string): Promise<string> {
  const created = await call(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
  const { token } = JSON.parse(created.body.toString());
  return token;
}

/** Resolves once the attack is under way; `await using` ends it. */
export async function startHostile(
  { name }: Pick<Hostile, 'name'>,
  { url, databaseUrl }: Pick<Target, 'url' | 'databaseUrl'>,
): Promise<AsyncDisposable> {
  const file = new URL('./hostile-process.ts', import.meta.url);
  const child = fork(file, [name, url, databaseUrl], { execArgv: [] });
  await answerOf<'attacking'>(child, 'the hostile neighbour');
  return { [Symbol.asyncDispose]: () => end(child) };
}

async function answerOf<Answer>(child: ChildProcess, who: string): Promise<Answer> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error(`${who} ended before it was done`);
      }),
    ]);
    return answer as Answer; // what these processes send, and nothing else
  } finally {
    stop.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
