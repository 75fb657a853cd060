import { expect, test } from 'vitest';
import { serve } from './hookwell-process.ts';
import { startWorkplace } from './start-workplace.ts';

const email = 'ada@example.com';

test('the commands of an operator take effect on the running server at once', async () => {
  await using workplace = await startWorkplace();
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
  const listed = await workplace.jsonLines(['account', 'list', '--json']);
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
