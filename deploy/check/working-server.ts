import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, scratch } from './report.ts';

export interface WorkingServer {
  /** Host and port. */
  address: string;
  metrics(): Promise<string>;
  /** One capture that is stored and one that is refused. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** A server as it is installed, which captured, refused, streamed, listed and looked at what expires. */
export async function startWorkingServer(): Promise<WorkingServer> {
  const command = join(root, 'packages/cli/bin/hookwell.cjs');
  const child = spawn(process.execPath, [command, 'serve'], {
    cwd: scratch,
    env: {
      PATH: process.env.PATH,
      HOOKWELL_PORT: '0',
      HOOKWELL_MAX_STORE_BYTES: '1000000000',
      HOOKWELL_DATABASE_URL: `sqlite:${join(scratch, 'hookwell.db')}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = /http:\/\/\S+/.exec(line)?.[0];
        if (found !== undefined) resolve(found);
      });
    }),
    gone.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ]);
  const guest = await fetch(`${url}/api/auth/guest`, { method: 'POST' });
  const headers = { cookie: guest.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const made = await fetch(`${url}/api/endpoints`, { method: 'POST', headers });
  const { token } = (await made.json()) as { token: string };
  const stream = await fetch(`${url}/api/sse`, { headers });
  const metrics = async () => await (await fetch(`${url}/metrics`)).text();
  const work = async () => {
    await fetch(`${url}/wh/${token}`, { method: 'POST', body: 'one' });
    await fetch(`${url}/wh/${'z'.repeat(26)}`, { method: 'POST', body: 'one' });
  };
  await work();
  await (await fetch(`${url}/api/requests/endpoint/${token}`, { headers })).text();
  // The first look at everything comes within a second or so.
  for (
    let text = '';
    !/^hookwell_retention_completed_\S+ [1-9]/m.test(text);
    text = await metrics()
  )
    await sleep(100);
  return {
    address: new URL(url).host,
    metrics,
    work,
    async close() {
      await stream.body?.cancel();
      child.kill('SIGTERM');
      await gone;
    },
  };
}
