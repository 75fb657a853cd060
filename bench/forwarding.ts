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
 * Measures the time of a webhook from its sender to the local server that `hookwell listen --forward` forwards to,
 * at steady rates. Sender and local server share this process and its clock.
 * Run: node bench/forwarding.ts
 */
const rates = [
  { perSecond: 1, seconds: 30 },
  { perSecond: 50, seconds: 10 },
  { perSecond: 500, seconds: 10 },
];

const bin = fileURLToPath(new URL('../packages/cli/bin/hookwell.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
const environment = { PATH: process.env.PATH, HOME: home };

/** The time at which each webhook arrived at the local server, by its number. */
const arrivals = new Map<number, number>();
const target = createServer((incoming, response) => {
  void text(incoming).then((body) => {
    arrivals.set(Number(body.slice(0, 10)), performance.now());
    response.end();
  });
}).listen(0, '127.0.0.1');
await once(target, 'listening');
// A server that listens on a port has an address with a port.
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;

const server = await startHookwell();
await hookwell('login', '--guest', '--url', server.url);
const receiveUrl = await hookwell('endpoints', 'create');
const listening = spawn(process.execPath, [bin, 'listen', '--forward', targetUrl], {
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const agent = new Agent({ keepAlive: true });
let sent = 0;
await warmUp();
for (const { perSecond, seconds } of rates) await measure(perSecond, seconds);

agent.destroy();
await end(listening);
await server.stop();
target.closeAllConnections();
target.close();
rmSync(home, { recursive: true, force: true });

async function measure(perSecond: number, seconds: number): Promise<void> {
  const first = sent;
  const starts: number[] = [];
  const captures: number[] = [];
  const began = performance.now();
  const sending: Promise<void>[] = [];
  while (starts.length < perSecond * seconds) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond) + 1;
    while (starts.length < Math.min(due, perSecond * seconds)) {
      const started = performance.now();
      starts.push(started);
      sending.push(capture().then(() => void captures.push(performance.now() - started)));
    }
    await pause(1);
  }
  await Promise.all(sending);
  while (arrivals.size < sent) await pause(10);
  const whole = starts.map((started, index) => (arrivals.get(first + index) ?? 0) - started);
  report(
    `${perSecond}/s, ${starts.length} webhooks from their sender to the local server`,
    `median ${milliseconds(median(whole))}`,
    `p99 ${milliseconds(percentile(whole, 0.99))}`,
    `max ${milliseconds(Math.max(...whole))}`,
    `until they were acknowledged median ${milliseconds(median(captures))}`,
  );
}

/** Waits until the command follows the stream, then sends a few hundred webhooks through it. */
async function warmUp(): Promise<void> {
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

/** One webhook of 1 KB, its number in front; resolves once it is acknowledged. */
function capture(): Promise<void> {
  const body = String(sent).padEnd(10) + oneKilobyte.slice(10);
  sent += 1;
  return new Promise((resolve, reject) => {
    const sending = request(receiveUrl, { method: 'POST', agent }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`answered with ${response.statusCode}`));
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
