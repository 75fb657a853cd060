import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, Workplace } from './hookwell-process.ts';

test('a file that is no SQLite database is told in one line', async () => {
  await using workplace = new Workplace();
  const file = join(workplace.folder, 'notes.txt');
  writeFileSync(file, 'This is no database. '.repeat(500));
  workplace.environment.HOOKWELL_DATABASE_URL = `sqlite:${file}`;
  const outcome = await workplace.runProcess(['account', 'list']);
  expect(outcome).toMatchObject({ code: 1, out: '' });
  expect(outcome.error).toMatch(/^hookwell: Cannot open the database .*\n$/);
});

test.each([['account list'], ['backup copy.db']])(
  '"hookwell %s" makes no database where there is none',
  async (line) => {
    await using workplace = new Workplace();
    expect(await workplace.runProcess(line.split(' '))).toEqual({
      code: 1,
      out: '',
      error:
        "hookwell: No database at ./data/hookwell.db: run this in the server's folder, or set HOOKWELL_DATABASE_URL\n",
    });
    expect(readdirSync(workplace.folder)).toEqual([]);
  },
);

test('a backup made while the server takes requests is a whole database', async () => {
  await using workplace = new Workplace();
  workplace.makeDatabaseFile();
  const backup = join(workplace.folder, 'backup.db');
  const email = 'ada@example.com';
  await workplace.processOutput(['account', 'create', '--email', email, '--plan', 'plus']);
  const key = await workplace.processOutput(['key', 'create', '--email', email, '--name', 'ci']);
  const headers = { authorization: `Bearer ${key}` };

  const putSettings = async (service: string, secret: unknown) => {
    const response = await fetch(`${service}/api/endpoints/${token}/settings`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ verify: { scheme: 'github', secrets: [secret] } }),
    });
    return response.status;
  };

  let token = '';
  let keyFile = '';
  let acknowledged = 0;
  {
    await using server = await serve(workplace);
    const created = await fetch(`${server.url}/api/endpoints`, { method: 'POST', headers });
    const { url, token: made } = (await created.json()) as { url: string; token: string };
    token = made;
    const send = async () => {
      const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1000) });
      const answer = (await response.json()) as { id: number };
      acknowledged = answer.id;
    };
    await send();
    const before = acknowledged;
    let isCopied = false;
    const copying = workplace.processOutput(['backup', backup]).then(() => {
      isCopied = true;
    });
    while (!isCopied) await send();
    await copying;
    expect(acknowledged).toBeGreaterThan(before);
    expect(await workplace.runProcess(['backup', backup])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^hookwell: Cannot copy the database .*exists already\n$/),
    });
    expect(await putSettings(server.url, 'a-long-secret-k3f9')).toBe(200);
    const told = await workplace.processOutput(['backup', '--overwrite', backup]);
    keyFile =
      /^The copy has secrets, which need the key in (\S+\.secrets-key)\. /.exec(told)?.[1] ?? '';
    expect(await server.stop()).toBe(0);
  }

  // The restored copy has everything of the moment at which the second copy was made.
  const restored = join(workplace.folder, 'restored.db');
  renameSync(backup, restored);
  copyFileSync(keyFile, `${restored}.secrets-key`);
  workplace.environment.HOOKWELL_DATABASE_URL = `sqlite:${restored}`;
  await using server = await serve(workplace);
  const list = await fetch(`${server.url}/api/requests`, { headers });
  const ids = ((await list.json()) as { id: number }[]).map(({ id }) => id);
  expect(ids).toHaveLength(acknowledged);
  expect(ids[0]).toBe(acknowledged);
  expect(await putSettings(server.url, { hint: '…k3f9' })).toBe(200);
});

test('a backup of a database that is not there fails and leaves nothing behind', async () => {
  await using workplace = new Workplace();
  const backup = join(workplace.folder, 'backup.db');
  expect(await workplace.runProcess(['backup', backup])).toMatchObject({ code: 1, out: '' });
  expect(existsSync(backup)).toBe(false);
  expect(existsSync(join(workplace.folder, 'data'))).toBe(false);
});
