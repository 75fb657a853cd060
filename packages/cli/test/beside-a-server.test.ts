import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, Workplace } from './hookwell-process.ts';

const email = 'ada@example.com';

test('what an operator does has effect on the running server at once', async () => {
  using workplace = new Workplace();
  await using server = await serve(workplace);
  const status = async (path: string, init: RequestInit) =>
    (await fetch(`${server.url}${path}`, init)).status;
  const logIn = (password: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

  const account = ['account', 'create', '--email', email, '--plan', 'plus', '--password-stdin'];
  await workplace.output(account, 'correct horse\n');
  expect(await status('/api/auth/login', logIn('correct horse'))).toBe(200);
  await workplace.output(
    ['account', 'set-password', '--email', email, '--password-stdin'],
    'battery staple\n',
  );
  expect(await status('/api/auth/login', logIn('correct horse'))).toBe(401);
  expect(await status('/api/auth/login', logIn('battery staple'))).toBe(200);

  const key = await workplace.output(['key', 'create', '--email', email, '--name', 'ci']);
  const headers = { authorization: `Bearer ${key}` };
  const created = await fetch(`${server.url}/api/endpoints`, { method: 'POST', headers });
  expect(created.status).toBe(201);
  const { token, url } = (await created.json()) as { token: string; url: string };
  expect((await fetch(url, { method: 'POST', body: 'one' })).status).toBe(200);
  const listed = JSON.parse(await workplace.output(['account', 'list', '--json']));
  expect(listed).toMatchObject([{ email, endpoints: 1 }]);

  await workplace.output(['endpoint', 'delete', token]);
  expect((await fetch(url, { method: 'POST', body: 'two' })).status).toBe(404);
  expect(await workplace.run(['endpoint', 'delete', token])).toEqual({
    code: 1,
    out: '',
    error: `hookwell: No endpoint has the token ${token}\n`,
  });

  await workplace.output(['account', 'set-plan', '--email', email, '--plan', 'free']);
  expect(await status('/api/endpoints', { headers })).toBe(403);
  await workplace.output(['account', 'delete', '--email', email]);
  expect(await status('/api/endpoints', { headers })).toBe(401);
});

test('a backup made while the server takes requests is a whole database', async () => {
  using workplace = new Workplace();
  const backup = join(workplace.folder, 'backup.db');
  await workplace.output(['account', 'create', '--email', email, '--plan', 'plus']);
  const key = await workplace.output(['key', 'create', '--email', email, '--name', 'ci']);
  const headers = { authorization: `Bearer ${key}` };

  let acknowledged = 0;
  {
    await using server = await serve(workplace);
    const created = await fetch(`${server.url}/api/endpoints`, { method: 'POST', headers });
    const { url } = (await created.json()) as { url: string };
    const send = async () => {
      const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1000) });
      const answer = (await response.json()) as { id: number };
      acknowledged = answer.id;
    };
    await send();
    const before = acknowledged;
    let isCopied = false;
    const copying = workplace.output(['backup', backup]).then(() => {
      isCopied = true;
    });
    while (!isCopied) await send();
    await copying;
    expect(acknowledged).toBeGreaterThan(before);
    expect(await workplace.run(['backup', backup])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^hookwell: Cannot copy the database .*exists already\n$/),
    });
    await workplace.output(['backup', '--overwrite', backup]);
    expect(await server.stop()).toBe(0);
  }

  // Restored under another name, it has everything of the moment the second copy was made.
  const restored = join(workplace.folder, 'restored.db');
  renameSync(backup, restored);
  workplace.environment.HOOKWELL_DATABASE_URL = `sqlite:${restored}`;
  await using server = await serve(workplace);
  const list = await fetch(`${server.url}/api/requests`, { headers });
  const ids = ((await list.json()) as { id: number }[]).map(({ id }) => id);
  expect(ids).toHaveLength(acknowledged);
  expect(ids[0]).toBe(acknowledged);
});

test('a backup of a database that is not there fails and leaves nothing behind', async () => {
  using workplace = new Workplace();
  const backup = join(workplace.folder, 'backup.db');
  expect(await workplace.run(['backup', backup])).toMatchObject({ code: 1, out: '' });
  expect(existsSync(backup)).toBe(false);
  expect(existsSync(join(workplace.folder, 'hookwell.db'))).toBe(false);
});
