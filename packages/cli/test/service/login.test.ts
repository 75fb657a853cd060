import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { password, startAccount, startServer, withKey } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { loggedInGuest } from '../logged-in.ts';

const server = forFile(await startServer());

describe('logging in with an API key', () => {
  test('stores the key for its owner alone, once the service has confirmed it', async () => {
    await using workplace = new Workplace();
    const { key = '' } = await withKey(await startAccount(server, 'plus'));
    const outcome = await workplace.run(
      ['login', '--url', `${server.url}/`, '--key-stdin'],
      ` ${key} \r\n`,
    );
    expect(outcome).toMatchObject({ code: 0, out: '' });
    expect(outcome.error).toMatch(/^Logged in to .* as visitor-\d+@example\.com \(plan plus\)\n$/);
    expect(workplace.storedLogins()).toEqual({
      address: server.url,
      credentials: { [server.url]: { apiKey: key } },
    });
    expect(statSync(workplace.credentialsFile).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(workplace.credentialsFile)).mode & 0o777).toBe(0o700);
    expect(await workplace.output(['whoami'])).toMatch(
      / at http:.*, by API key\n\d of 25 endpoints\. The newest 10000 requests of each are kept for 30 days, 10 GiB in all\.$/,
    );
  });

  test('stores nothing that the service does not know or that no key looks like', async () => {
    await using workplace = new Workplace();
    const login = ['login', '--url', server.url, '--key-stdin'];
    expect(await workplace.run(login, `wh-${'a'.repeat(33)}\n`)).toMatchObject({
      code: 1,
      error: `hookwell: ${server.url} does not accept this API key: is it another service's, or was it deleted?\n`,
    });
    expect(await workplace.run(login, 'sk_live_secret\n')).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: This is no API key: they begin with "wh-"\n',
    });
    expect(await workplace.run(login, '\n')).toMatchObject({
      code: 1,
      error: 'hookwell: No API key on standard input\n',
    });
    expect(existsSync(workplace.credentialsFile)).toBe(false);
  });

  test('needs a terminal to ask on, or an option that names the source of the key', async () => {
    await using workplace = new Workplace();
    const outcome = await workplace.run(['login']);
    expect(outcome.code).toBe(2);
    expect(outcome.error).toContain('Option --guest, --email, --key-stdin or --code is missing');
  });
});

test('a key that is not accepted is told with its source', async () => {
  await using workplace = new Workplace();
  const key = `wh-${'a'.repeat(33)}`;
  const told = (source: string) => ({
    code: 1,
    out: '',
    error: `hookwell: ${server.url} does not accept the API key of ${source}\n`,
  });
  const whoami = ['whoami', '--url', server.url];
  expect(await workplace.run([...whoami, '--key', key])).toEqual(told('--key'));
  workplace.environment.HOOKWELL_API_KEY = key;
  expect(await workplace.run(whoami)).toEqual(told('HOOKWELL_API_KEY'));
  delete workplace.environment.HOOKWELL_API_KEY;
  const settings = `HOOKWELL_URL=${server.url}\nHOOKWELL_API_KEY=${key}\n`;
  writeFileSync(join(workplace.folder, '.env'), settings);
  expect(await workplace.runProcess(['whoami'])).toEqual(told('HOOKWELL_API_KEY (in .env)'));
});

test('a stored login that is not accepted any more is told with its service', async () => {
  const { workplace, visitor } = await loggedInGuest(server);
  const ended = (credential: string, why: string) =>
    `hookwell: ${server.url} does not accept ${credential} that "hookwell login" stored: ${why}og in again\n`;
  await visitor.ask(204, 'POST', '/api/auth/logout');
  expect((await workplace.run(['whoami'])).error).toBe(
    ended('the session', 'it ended, or its guest went along to another account. L'),
  );
  const account = await startAccount(server, 'plus');
  const { key = '' } = await withKey(account);
  await workplace.output(['login', '--key-stdin'], key);
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  expect((await workplace.run(['whoami'])).error).toBe(ended('the API key', 'l'));
});

test('HOOKWELL_API_KEY is told where it is empty, and where it comes before a login', async () => {
  const { workplace } = await loggedInGuest(server);
  workplace.environment.HOOKWELL_API_KEY = '';
  const who = await workplace.run(['whoami']);
  expect(who.out).toContain('a guest');
  expect(who.error).toBe('hookwell: HOOKWELL_API_KEY is empty: the stored login is used\n');
  const elsewhere = await workplace.run(['whoami', '--url', 'http://127.0.0.1:1']);
  expect(elsewhere.error).toBe(
    'hookwell: HOOKWELL_API_KEY is empty, and nobody is logged in to http://127.0.0.1:1\n',
  );
  workplace.environment.HOOKWELL_API_KEY = 'wh-abc';
  const login = await workplace.run(['login', '--guest', '--url', server.url]);
  expect(login.error).toContain('HOOKWELL_API_KEY is set: commands use that key first');
});

describe('logging in as a guest', () => {
  test('goes on with the session that is there', async () => {
    const { workplace } = await loggedInGuest(server);
    const before = await workplace.output(['whoami', '--json']);
    await workplace.output(['login', '--guest']);
    expect(await workplace.output(['whoami', '--json'])).toBe(before);
    expect(JSON.parse(before)).toMatchObject({ url: server.url, by: 'session', isGuest: true });
  });

  test('keeps its endpoints when it logs in to an account later', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    await startAccount(server);
    const { email } = await (await startAccount(server)).ask(200, 'GET', '/api/auth/me');
    const login = ['login', '--email', email, '--password-stdin'];
    expect(await workplace.run(login, 'wrong wrong\n')).toMatchObject({
      code: 1,
      error: `hookwell: Email or password is wrong, says ${server.url}\n`,
    });
    // Too short to be a password, it is no other mistake.
    expect(await workplace.run(login, 'short\n')).toMatchObject({
      code: 1,
      error: `hookwell: Email or password is wrong, says ${server.url}\n`,
    });
    await workplace.output(login, `${password}\n`);
    expect(await workplace.output(['whoami'])).toContain(email);
    expect(await workplace.output(['endpoints', 'list'])).toContain(token);
  });

  test('is not given up for a key without a word', async () => {
    const place = await loggedInGuest(server);
    const { key = '' } = await withKey(await startAccount(place.server, 'plus'));
    const outcome = await place.workplace.run(['login', '--key-stdin'], key);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toContain('A guest session is stored');
  });
});

describe('logging out', () => {
  test('ends a guest with its endpoints, once that is said', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const refused = await workplace.run(['logout']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.error).toContain('Option --yes is missing');
    await visitor.ask(200, 'GET', '/api/auth/me');
    await workplace.output(['logout', '--yes']);
    await visitor.ask(401, 'GET', '/api/auth/me');
    expect(workplace.storedLogins()).toEqual({ credentials: {} });
    expect((await workplace.run(['logout'])).error).toMatch(/Nobody is logged in to http/);
  });

  test('forgets a session that the service cannot be told of', async () => {
    await using workplace = new Workplace();
    const { url } = await (async () => {
      await using passing = await startServer();
      await workplace.output(['login', '--guest', '--url', passing.url]);
      return passing;
    })();
    const outcome = await workplace.run(['logout', '--url', url]);
    expect(outcome.code).toBe(0);
    expect(outcome.error).toContain('until it expires');
    expect(workplace.storedLogins()).toEqual({ credentials: {} });
  });

  test('leaves the logins of other services alone', async () => {
    const place = await loggedInGuest(server);
    await using other = await startServer();
    const { workplace } = place;
    await workplace.output(['login', '--guest', '--url', other.url]);
    expect(JSON.parse(await workplace.output(['whoami', '--json']))).toMatchObject({
      url: other.url,
    });
    await workplace.output(['logout', '--url', other.url, '--yes']);
    const known = await workplace.output(['whoami', '--json', '--url', server.url]);
    expect(JSON.parse(known)).toMatchObject({ url: server.url, isGuest: true });
  });
});

describe('which service and which credential', () => {
  test('options win over the environment, that over stored logins', async () => {
    const place = await loggedInGuest(server);
    await using other = await startServer();
    const { workplace } = place;
    const account = await startAccount(other, 'plus');
    const { key = '' } = await withKey(account);
    const who = async (...words: string[]) =>
      JSON.parse(await workplace.output(['whoami', '--json', ...words]));
    expect(await who()).toMatchObject({ url: server.url, by: 'session' });
    workplace.environment.HOOKWELL_URL = other.url;
    workplace.environment.HOOKWELL_API_KEY = key;
    expect(await who()).toMatchObject({ url: other.url, by: 'API key', id: account.id });
    workplace.environment.HOOKWELL_API_KEY = `wh-${'b'.repeat(33)}`;
    expect(await who('--key', key)).toMatchObject({ id: account.id });
    delete workplace.environment.HOOKWELL_API_KEY;
    expect(await who('--url', server.url)).toMatchObject({ url: server.url, by: 'session' });
  });

  test('a stored credential goes to no other address', async () => {
    const place = await loggedInGuest(server);
    const seen: string[] = [];
    const other = await listen((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.end();
    });
    expect(await place.workplace.run(['endpoints', 'list', '--url', other])).toMatchObject({
      code: 1,
      error: expect.stringContaining(`Nobody is logged in to ${other}`),
    });
    expect(seen).toEqual([]);
  });

  test('a file .env may name both, but not send your key elsewhere', async () => {
    await using workplace = new Workplace();
    const { key } = await withKey(await startAccount(server, 'plus'));
    const file = join(workplace.folder, '.env');
    writeFileSync(file, `HOOKWELL_URL=${server.url}\nHOOKWELL_API_KEY=${key}\n`);
    expect(await workplace.processOutput(['whoami'])).toContain('visitor-');
    writeFileSync(file, `HOOKWELL_URL=${server.url}\nXDG_CONFIG_HOME=/nonexistent\n`);
    workplace.environment.HOOKWELL_API_KEY = key ?? '';
    expect(await workplace.runProcess(['whoami'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('HOOKWELL_URL is in .env, but the key is not'),
    });
    expect(await workplace.processOutput(['whoami', '--url', server.url])).toContain('visitor-');
  });

  test('a command without a login says how to log in', async () => {
    await using workplace = new Workplace();
    expect(await workplace.run(['requests', 'list'])).toEqual({
      code: 1,
      out: '',
      error:
        'hookwell: Nobody is logged in to http://127.0.0.1:8080: "hookwell login" shows the ways in, ' +
        '"hookwell login --guest" needs no account\n',
    });
  });
});
