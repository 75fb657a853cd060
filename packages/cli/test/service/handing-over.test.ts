import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import {
  startAccount,
  startGuest,
  startServer,
  Visitor,
  withKey,
} from '../../../server/test/start-server.ts';
import { Workplace } from '../hookwell-process.ts';

const server = forFile(await startServer());

/** A workplace whose user is logged in nowhere; every command goes to the server. */
function freshWorkplace(): Workplace {
  const workplace = new Workplace();
  workplace.environment.HOOKWELL_URL = server.url;
  return workplace;
}

async function codeOf(visitor: Visitor): Promise<string> {
  return (await visitor.ask(201, 'POST', '/api/auth/handoff')).code;
}

test('a guest of the page is the same guest in the terminal, and an account the same account', async () => {
  for (const page of [await startGuest(server), await startAccount(server)]) {
    await using workplace = freshWorkplace();
    const { id } = await page.ask(200, 'GET', '/api/auth/me');
    const code = await codeOf(page);
    await workplace.output(['login', '--code', code]);
    expect(JSON.parse(await workplace.output(['whoami', '--json']))).toMatchObject({
      ...{ id, by: 'session', url: server.url },
    });
    const again = await workplace.run(['login', '--code', code]);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.error).toMatch(
      / does not know this code: each works once, for ten minutes\. "Use/,
    );
    // Taking the same session over once more asks nothing.
    await workplace.output(['login', '--code', await codeOf(page)]);
  }
});

test('endpoints of a guest go nowhere unasked', async () => {
  await using workplace = freshWorkplace();
  const page = await startAccount(server);
  await workplace.output(['endpoints', 'create']);
  const login = ['login', '--code', await codeOf(page)];
  expect(await workplace.run(login)).toEqual({
    code: 1,
    out: '',
    error: `hookwell: A guest session is stored for ${server.url}. "hookwell logout" gives it up with all it captured\n`,
  });
  await workplace.output(['logout', '--yes']);
  await workplace.output(login);
  expect(await page.ask(200, 'GET', '/api/endpoints')).toEqual([]);
});

test('without a terminal a code must be given', async () => {
  await using workplace = freshWorkplace();
  for (const words of [['--code'], ['--code', '--url', server.url], ['--code=']]) {
    const outcome = await workplace.run(['login', ...words]);
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.error).toContain('The code is missing: there is no terminal to ask on');
  }
  const both = await workplace.run(['login', '--guest', '--code', 'x']);
  expect(both).toMatchObject({ code: 2, error: expect.stringContaining('exclude each other') });
});

test('open leads to a page that takes the session over, and on to the endpoint', async () => {
  await using workplace = freshWorkplace();
  const token = (await workplace.output(['endpoints', 'create'])).split('/').at(-1) ?? '';
  const { id } = JSON.parse(await workplace.output(['whoami', '--json']));
  const start = new URL(await workplace.output(['open', '--print']));
  expect(start.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/handoff#[0-9A-Za-z]{22}$/);
  const browser = new Visitor(server);
  const taking = { code: start.hash.slice(1) };
  expect(await browser.ask(200, 'POST', '/api/auth/handoff/take', taking)).toMatchObject({ id });

  const one = new URL(await workplace.output(['open', token, '7', '--print']));
  expect(one.pathname).toBe('/handoff');
  expect(one.searchParams.get('next')).toBe(`/endpoints/${token}/requests/7`);

  // Without a session that lives there is nothing to hand over.
  await browser.ask(204, 'POST', '/api/auth/logout');
  const { cookie = '' } = workplace.storedLogins().credentials[server.url] ?? {};
  await new Visitor(server, { cookie }).ask(204, 'POST', '/api/auth/logout');
  expect(await workplace.output(['open', '--print'])).toBe(server.url);
  const { key = '' } = await withKey(await startAccount(server, 'plus'));
  await workplace.output(['login', '--key-stdin'], key);
  expect(await workplace.output(['open', '--print'])).toBe(server.url);
});

test('register makes the guest an account, and is for nobody else', async () => {
  await using workplace = freshWorkplace();
  await workplace.output(['endpoints', 'create']);
  const guest = JSON.parse(await workplace.output(['whoami', '--json']));
  const register = ['register', '--email', 'cli@example.com', '--password-stdin'];
  expect(await workplace.run(register, 'short\n')).toMatchObject({ code: 1 });
  const { error } = await workplace.run(register, 'correct horse\n');
  expect(error).toContain(`Registered at ${server.url} as cli@example.com`);
  const account = JSON.parse(await workplace.output(['whoami', '--json']));
  expect(account).toMatchObject({ id: guest.id, email: 'cli@example.com', isGuest: false });
  expect(await workplace.run(register, 'correct horse\n')).toEqual({
    code: 1,
    out: '',
    error: `hookwell: You are logged in to ${server.url} as cli@example.com: "hookwell logout" comes first\n`,
  });
  await using other = freshWorkplace();
  expect(await other.run(register, 'correct horse\n')).toMatchObject({
    code: 1,
    error: 'hookwell: This email is already registered\n',
  });
  const without = await other.run(['register']);
  expect(without).toMatchObject({ code: 2 });
  expect(without.error).toContain('Option --email is missing');
});
