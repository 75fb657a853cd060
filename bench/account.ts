import { createHmac } from 'node:crypto';
import { microseconds, report, reportLoad } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import {
  putSettings,
  type RunningServer,
  startBare,
  startHookwell,
  type ThreadTime,
  visit,
} from './servers.ts';

/**
 * Tells which thread a durable capture costs how much processor time, its own code and the kernel's apart, beside what a
 * request costs a bare `node:http` server; and the same of one with a GitHub signature, on an endpoint without settings, and
 * where it is verified and counted. README.md has the table with what the threads do in it. Run: npm run bench:account
 */
const connections = 64;
const secondsToWarmUp = 3;
const seconds = Number(process.argv[2] ?? 8);
const secret = 'the secret of the benchmark';
/** As GitHub sends them: each has an id of its own. */
const signed = [
  'X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-{id}\r\n',
  'X-GitHub-Event: push\r\n',
  `X-Hub-Signature-256: sha256=${createHmac('sha256', secret).update(oneKilobyte).digest('hex')}\r\n`,
].join('');

const bare = await startBare();
await account('bare node:http', bare, `${bare.url}/wh/any`);
await bare.stop();
const hookwell = await startHookwell();
const visitor = await visit(hookwell);
const verifying = await visit(hookwell);
await putSettings(hookwell, verifying, { verify: { scheme: 'github', secrets: [secret] } });
await account('a durable capture', hookwell, visitor.receiveUrl);
await account('signed, no settings', hookwell, visitor.receiveUrl, signed);
await account('signed, verified and counted', hookwell, verifying.receiveUrl, signed);
await hookwell.stop();

async function account(
  name: string,
  server: RunningServer,
  url: string,
  headers = '',
): Promise<void> {
  const options = { url, connections, body: oneKilobyte, headers };
  await load({ ...options, seconds: secondsToWarmUp });
  const before = server.threadTimes();
  const result = await load({ ...options, seconds });
  const after = server.threadTimes();
  reportLoad(name, result);
  const spent = [...after].map(([id, time]) => since(before.get(id), time));
  for (const thread of grouped(spent)) reportTime(`  ${thread.name}`, thread, result.answered);
  const all = spent.reduce((sum, thread) => added(sum, thread, 'all threads'));
  reportTime('  all threads', { ...all, name: 'all' }, result.answered);
}

/** Threads of one name together. */
function grouped(threads: readonly ThreadTime[]): ThreadTime[] {
  const byName = new Map<string, ThreadTime>();
  for (const thread of threads) {
    const known = byName.get(thread.name);
    byName.set(thread.name, known === undefined ? thread : added(known, thread, thread.name));
  }
  return [...byName.values()].filter(({ own, kernel }) => own + kernel > 0);
}

function since(before: ThreadTime | undefined, { name, own, kernel }: ThreadTime): ThreadTime {
  return { name, own: own - (before?.own ?? 0), kernel: kernel - (before?.kernel ?? 0) };
}

function added(one: ThreadTime, other: ThreadTime, name: string): ThreadTime {
  return { name, own: one.own + other.own, kernel: one.kernel + other.kernel };
}

function reportTime(name: string, { own, kernel }: ThreadTime, requests: number): void {
  const each = (milliseconds: number): string => microseconds((milliseconds * 1000) / requests);
  report(name, each(own + kernel), `own code ${each(own)}`, `kernel ${each(kernel)}`);
}
