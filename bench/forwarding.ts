import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, milliseconds, report } from './figures.ts';
import { oneKilobyte } from './load.ts';
import { startHookwell } from './servers.ts';

/**
 * Measures the time of a webhook from its sender to the local server that `hookwell listen --forward` forwards to, and with
 * `--answer` that of the local server's answer back to the sender, at steady rates. Sender and local server share this
 * process and its clock.
 * Run: node bench/forwarding.ts
 */
const rates: readonly Rate[] = [
  { perSecond: 1, seconds: 30 },
  { perSecond: 50, seconds: 10 },
  { perSecond: 500, seconds: 10 },
];
/** With more than these on shared cores 100 senders wait at some time, and the next ones are not waited for. */
const answeredRates: readonly Rate[] = [
  { perSecond: 1, seconds: 30 },
  { perSecond: 50, seconds: 10 },
  { perSecond: 200, seconds: 10 },
];

interface Rate {
  perSecond: number;
  seconds: number;
}

const bin = fileURLToPath(new URL('../packages/cli/bin/hookwell.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
const environment = { PATH: process.env.PATH, HOME: home };

/** The time at which each webhook began to arrive at the local server, by its number. */
const arrivals = new Map<number, number>();
/** The status tells answers of the local server from those of the service. */
const ownStatus = 201;
const target = createServer((incoming, response) => {
  const arrived = performance.now();
  void text(incoming).then((body) => {
    arrivals.set(Number(body.slice(0, 10)), arrived);
    response.writeHead(ownStatus).end();
  });
}).listen(0, '127.0.0.1');
await once(target, 'listening');
// A server that listens on a port has an address with a port.
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;

const server = await startHookwell();
await hookwell('login', '--guest', '--url', server.url);
const agent = new Agent({ keepAlive: true });
let receiveUrl = '';
let sent = 0;
await measureAll(rates, 'acknowledged', 200, []);
await measureAll(answeredRates, 'answered by the local server', ownStatus, ['--answer', '10s']);

agent.destroy();
await server.stop();
target.closeAllConnections();
target.close();
rmSync(home, { recursive: true, force: true });

/** All rates with one endpoint and one run of the command. */
async function measureAll(
  rates: readonly Rate[],
  outcome: string,
  status: number,
  words: string[],
): Promise<void> {
  receiveUrl = await hookwell('endpoints', 'create');
  const listening = spawn(
    process.execPath,
    [bin, 'listen', receiveUrl, '--forward', targetUrl, ...words],
    { env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await warmUp();
  for (const rate of rates) await measure(rate, outcome, status);
  await end(listening);
}

async function measure(
  { perSecond, seconds }: Rate,
  outcome: string,
  status: number,
): Promise<void> {
  const first = sent;
  const starts: number[] = [];
  /** The times at which the senders had their answers, by the place of the webhook. */
  const answers: number[] = [];
  let others = 0;
  const began = performance.now();
  const sending: Promise<void>[] = [];
  while (starts.length < perSecond * seconds) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond) + 1;
    while (starts.length < Math.min(due, perSecond * seconds)) {
      const place = starts.push(performance.now()) - 1;
      const answered = capture().then((received) => {
        answers[place] = performance.now();
        if (received !== status) others += 1;
      });
      sending.push(answered);
    }
    await pause(1);
  }
  await Promise.all(sending);
  while (arrivals.size < sent) await pause(10);
  const there = starts.map((_, place) => arrivals.get(first + place) ?? 0);
  const answeredIn = (begins: readonly number[]) =>
    begins.map((began, place) => (answers[place] ?? 0) - began);
  const figures: [name: string, times: number[]][] = [
    ['to the local server', there.map((arrived, place) => arrived - (starts[place] ?? 0))],
    [`until they were ${outcome}`, answeredIn(starts)],
    ...(status === ownStatus
      ? ([['from the local server back to the sender', answeredIn(there)]] as [string, number[]][])
      : []),
  ];
  for (const [name, times] of figures) {
    report(
      `${perSecond}/s, ${starts.length} webhooks, ${name}`,
      `median ${milliseconds(median(times))}`,
      `p99 ${milliseconds(percentile(times, 0.99))}`,
      `max ${milliseconds(Math.max(...times))}`,
    );
  }
  if (others > 0) console.log(`  ${others} had another answer than ${status}`);
}

/** Waits until the command follows the stream of the endpoint, then sends a few hundred webhooks through it. */
async function warmUp(): Promise<void> {
  arrivals.clear();
  while (arrivals.size === 0) {
    await capture();
    await pause(100);
  }
  for (let count = 0; count < 300; count += 1) await capture();
  // Webhooks from before the command listened are not forwarded, so counting starts at zero.
  await pause(1000);
  arrivals.clear();
  sent = 0;
}

/** One webhook of 1 KB, its number in front; gives the status of its answer. */
function capture(): Promise<number> {
  const body = String(sent).padEnd(10) + oneKilobyte.slice(10);
  sent += 1;
  return new Promise((resolve, reject) => {
    const sending = request(receiveUrl, { method: 'POST', agent }, (response) => {
      response.resume();
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode === 200 || statusCode === ownStatus) resolve(statusCode);
        else reject(new Error(`answered with ${statusCode}`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

async function hookwell(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, ...words], {
    env: environment,
  });
  return stdout.trim();
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await once(child, 'exit');
}
