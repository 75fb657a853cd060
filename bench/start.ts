import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { median, milliseconds, report } from './figures.ts';
import { memoryOf, readyAddress } from './servers.ts';

/**
 * Measures `npm start`, with dashboard and bundle built: the time to the line that says that it is ready, the processor time
 * until then of npm and all that it runs, and the memory of the process that serves, when it is ready and after it has been
 * idle. Run: npm run bench:start
 */
const rounds = 5;
const idleMs = 5000;

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-start-'));
const starts: Start[] = [];
try {
  // The first one builds what is stale, and V8 keeps nothing of it: there is no later difference.
  await start('first.db');
  for (let round = 0; round < rounds; round += 1) starts.push(await start(`${round}.db`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report(
  'npm start to "ready"',
  `median ${milliseconds(median(starts.map(({ time }) => time)))}`,
  `best ${milliseconds(Math.min(...starts.map(({ time }) => time)))}`,
);
report('processor time until then', milliseconds(median(starts.map(({ cost }) => cost))));
report('of the server alone', milliseconds(median(starts.map(({ own }) => own))));
report('memory when ready', mebibytes(median(starts.map(({ ready }) => ready))));
report(`memory ${idleMs / 1000} s later`, mebibytes(median(starts.map(({ idle }) => idle))));

interface Start {
  /** In milliseconds, like the processor times. */
  time: number;
  cost: number;
  own: number;
  /** In MiB. */
  ready: number;
  idle: number;
}

async function start(database: string): Promise<Start> {
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      HOOKWELL_PORT: '0',
      HOOKWELL_DATABASE_URL: `sqlite:${join(folder, database)}`,
      HOOKWELL_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  await readyAddress(npm);
  const time = performance.now() - began;
  const family = withDescendants(npm.pid);
  const server = family.at(-1) ?? Number.NaN;
  const cost = family.reduce((sum, pid) => sum + processorTimeOf(pid), 0);
  const own = processorTimeOf(server);
  const ready = memoryOf(server, 'VmRSS');
  await after(idleMs);
  const idle = memoryOf(server, 'VmRSS');
  process.kill(server, 'SIGTERM');
  await ended;
  return { time, cost, own, ready, idle };
}

/** The process and those that come of it, the youngest generation last. */
function withDescendants(pid: number | undefined): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [Number(pid), ...children.flatMap((child) => withDescendants(Number(child)))];
}

/** With that of its children that have ended, in milliseconds: whole hundredths of a second. */
function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks.reduce((sum, each) => sum + Number(each) * 10, 0);
}

function mebibytes(value: number): string {
  return `${value.toFixed(0)} MiB`;
}
