import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { commandFile, sourceCommandFile } from '../../server/test/programs/files.ts';
import { startGuest } from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';
import { areGone, serveGroup } from './served-group.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The launcher, and behind it the server in another process, as under an old Node. */
function launched(workplace: Workplace): string[] {
  const file = join(workplace.folder, 'without-uuid.cjs');
  writeFileSync(file, `delete require('node:crypto').randomUUIDv7;`);
  return [process.execPath, '--require', file, sourceCommandFile];
}

const direct = () => [process.execPath, commandFile];

describe.runIf(process.platform !== 'win32')('a signal to the whole process group', () => {
  test.each([
    ['SIGTERM', 'through the launcher', launched],
    ['SIGINT', 'without it', direct],
  ] as const)('%s %s: an upload under way is answered, the end is 0', async (signal, _, how) => {
    await using workplace = new Workplace();
    await using group = await serveGroup(workplace, [...how(workplace), 'serve']);
    const guest = await startGuest(group);
    const upload = request(`${group.url}/wh/${await guest.endpoint()}`, {
      method: 'POST',
      headers: { 'content-length': '10', connection: 'close', expect: '100-continue' },
    });
    const answered = once(upload, 'response');
    upload.flushHeaders();
    // The server has begun to read it.
    await once(upload, 'continue');
    upload.write('first');
    group.signal(signal);
    // A second signal, as from an impatient user.
    await eventually(async () => await fetch(group.url).then(() => false, Boolean));
    group.signal(signal);
    upload.end('later');
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(await text(response))).toEqual({ id: 1, message: 'Webhook received' });
    expect(await group.ended).toBe(0);
    await areGone(group.descendants);
  });
});

test.runIf(process.platform !== 'win32')(
  'listen ends with 0 where the whole group is interrupted, again and again until its end',
  async () => {
    await using workplace = new Workplace();
    await using group = await serveGroup(workplace, [...direct(), 'serve']);
    const file = join(workplace.folder, 'ready');
    const [node = '', ...words] = [...launched(workplace), 'listen', '--ready-file', file];
    const child = spawn(node, words, {
      env: { PATH: process.env.PATH, HOME: workplace.folder, HOOKWELL_URL: group.url },
      stdio: 'ignore',
      detached: true,
    });
    const ended = once(child, 'exit');
    await eventually(() => existsSync(file));
    const interrupt = () => process.kill(-(child.pid ?? 0), 'SIGINT');
    interrupt();
    // For less than the second in which repeats mean nothing.
    const began = performance.now();
    const again = setInterval(() => {
      if (performance.now() - began < 700) interrupt();
    }, 1);
    const outcome = await ended;
    clearInterval(again);
    expect(outcome).toEqual([0, null]);
  },
);

test.runIf(process.platform !== 'win32')(
  'kill -9 of the launcher frees port and database',
  async () => {
    await using workplace = new Workplace();
    await using group = await serveGroup(workplace, [...launched(workplace), 'serve']);
    expect(group.descendants).toHaveLength(1);
    process.kill(group.pid, 'SIGKILL');
    await areGone(group.descendants);
    workplace.environment.HOOKWELL_PORT = new URL(group.url).port;
    await using next = await serveGroup(workplace, [...direct(), 'serve']);
    expect((await fetch(`${next.url}/healthz`)).ok).toBe(true);
  },
);

test.runIf(process.platform !== 'win32')(
  'SIGTERM to the npm of "npm start" alone ends the server, too',
  async () => {
    await using workplace = new Workplace();
    workplace.environment.HOOKWELL_DATABASE_URL = `sqlite:${workplace.folder}/hookwell.db`;
    // Without the scripts that npm runs before: they would build the dashboard.
    const npm = ['npm', 'run', '--ignore-scripts', 'start'];
    await using group = await serveGroup(workplace, npm, repository);
    process.kill(group.pid, 'SIGTERM');
    await areGone(group.descendants);
  },
);
