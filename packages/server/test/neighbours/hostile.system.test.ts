import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProcess } from '../server-process.ts';
import { type AttackName, attacks } from './attacks.ts';
import { type Experience, Neighbour } from './neighbour.ts';

const mostMebibytes = 1024;
/** Half of all captures, and of all reads, take less beside an attack, or this many times what they take without it. */
const mostMs = 300;
const mostTimes = 300;

/** Starts an attack; resolves once it is under way. */
async function attack(name: AttackName, url: string): Promise<AsyncDisposable> {
  const file = new URL('./hostile-process.ts', import.meta.url);
  const child = fork(file, [name, url], { execArgv: [] });
  const gone = once(child, 'exit');
  const begun = await Promise.race([once(child, 'message').then(() => true), gone]);
  if (begun !== true) throw new Error('the attacker ended before its attack began');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/**
 * The most memory that a process took, in MiB: that which the kernel cannot reclaim, looked at again and again. Elsewhere
 * than on Linux it is 0.
 */
function watchMemory(pid: number): Disposable & { highest: number } {
  const look = () => {
    if (process.platform !== 'linux') return;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
    watched.highest = Math.max(watched.highest, kibibytes / 1024);
  };
  const looks = setInterval(look, 50);
  const watched = { highest: 0, [Symbol.dispose]: () => clearInterval(looks) };
  return watched;
}

test.each(Object.keys(attacks) as AttackName[])('nobody is harmed beside %s', async (name) => {
  await using server = await startProcess({
    environment: {
      HOOKWELL_LOG_LEVEL: 'error',
      // The retention must not trim what the neighbour sent.
      HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":100000}}',
      NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8 --v8-pool-size=0',
    },
  });
  const neighbour = await Neighbour.register(server);
  await neighbour.use(200);
  const before = await neighbour.use(600);
  expect(before.refusals).toEqual([]);
  let attacked: Experience;
  {
    using memory = watchMemory(server.pid);
    await using _attack = await attack(name, server.url);
    attacked = await neighbour.use(1500);
    expect(attacked.refusedPercent, attacked.refusals.join('\n')).toBeLessThan(1);
    expect(memory.highest).toBeLessThan(mostMebibytes);
  }
  for (const median of ['captureMedian', 'readMedian'] as const) {
    expect(attacked[median], median).toBeLessThan(Math.max(mostMs, mostTimes * before[median]));
  }
  const stored = await neighbour.stored();
  for (const [id, body] of neighbour.acknowledged) expect(stored.get(id)).toBe(body);
  expect(await server.end('SIGTERM')).toBe(0);
});
