import { describe, expect, test } from 'vitest';
import { forFile } from '../../server/test/kept-for.ts';
import { send, startAccount, startServer, withKey } from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';
import { loggedInGuest } from './logged-in.ts';
import { hasPseudoTerminal, onTerminal } from './pseudo-terminal.ts';

const server = forFile(await startServer());

describe.runIf(hasPseudoTerminal)('on a terminal', () => {
  test('login asks for the key and does not show it', async () => {
    await using workplace = new Workplace();
    const { key = '' } = await withKey(await startAccount(server, 'plus'));
    const question = `API key for ${server.url}: `;
    const { code, shown } = await onTerminal(
      workplace,
      ['login', '--url', server.url],
      [
        ['Number: ', '3\r'],
        [question, `${key}\r`],
      ],
    );
    expect(code).toBe(0);
    expect(shown).not.toContain(key.slice(0, 8));
    expect(shown).toContain(`${question}\r\nLogged in to ${server.url} as visitor-`);
    expect(workplace.storedLogins().credentials[server.url]).toEqual({ apiKey: key });
  });

  test('login offers the ways in, and takes the session of the page over by a code', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const page = await startAccount(server);
    const { email } = await page.ask(200, 'GET', '/api/auth/me');
    const { code: first } = await page.ask(201, 'POST', '/api/auth/handoff');
    const moves = `Its endpoint would move into the account of the code, ${email}. Do that? [y/N] `;
    const login = ['login', '--url', server.url];
    const refused = await onTerminal(workplace, login, [
      ['2  with email and password', ''],
      ['Number: ', '4\r'],
      ['Code of the page: ', `${first}\r`],
      [moves, '\r'],
    ]);
    expect(refused.code).toBe(1);
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
    // The code was not used up.
    const taken = await onTerminal(
      workplace,
      [...login, '--code'],
      [
        ['Code of the page: ', ` ${first} \r`],
        [moves, 'y\r'],
      ],
    );
    expect(taken.shown).toContain(`Logged in to ${server.url} as ${email}`);
    expect(await page.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  });

  test('register asks for email and password', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await visitor.ask(200, 'GET', '/api/auth/me');
    const register = (once: string, again: string) =>
      onTerminal(
        workplace,
        ['register'],
        [
          ['Email: ', 'ada@example.com\r'],
          ['A password for ada@example.com', `${once}\r`],
          ['The same once more: ', `${again}\r`],
        ],
      );
    expect((await register('correct horse', 'correct house')).shown).toContain('two passwords');
    const { shown, code } = await register('correct horse', 'correct horse');
    expect(code).toBe(0);
    expect(shown).not.toContain('correct');
    expect(shown).toContain(`Registered at ${server.url} as ada@example.com`);
    expect(JSON.parse(await workplace.output(['whoami', '--json']))).toMatchObject({ id });
  });

  test('Ctrl-C and Ctrl-D at a question change nothing, with exit code 130', async () => {
    await using workplace = new Workplace();
    for (const typed of ['wh-\u0003', '\u0004']) {
      const { code, shown } = await onTerminal(workplace, ['login'], [['Number: ', typed]]);
      expect(code).toBe(130);
      expect(shown).not.toContain('Error');
    }
  });

  test('commands that destroy something ask first', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const left = async () => (await visitor.ask(200, 'GET', '/api/endpoints')).length;
    const question = `Delete the endpoint ${token} with all it captured? [y/N] `;
    for (const typed of ['\r', 'yesterday\r']) {
      const { code, shown } = await onTerminal(
        workplace,
        ['endpoints', 'delete', token],
        [[question, typed]],
      );
      expect(code).toBe(1);
      expect(shown).toContain('hookwell: Nothing was changed');
    }
    expect(await left()).toBe(1);
    const yes = await onTerminal(workplace, ['endpoints', 'delete', token], [[question, 'Y\r']]);
    expect(yes.code).toBe(0);
    expect(await left()).toBe(0);
  });

  test('tables end at its edge, and bodies cannot act on it', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const post = (body: string | Uint8Array) =>
      send(server, token, { method: 'POST', body, path: `/${'long'.repeat(50)}` });
    const text = await post('\u001b]0;evil\u0007\n');
    const binary = await post(Uint8Array.of(0xff, 0x1b));
    const list = await onTerminal(workplace, ['requests', 'list', token]);
    expect(list.shown).toMatch(/ \/long\S*…\r\n/);
    const body = async (id: number) =>
      await onTerminal(workplace, ['requests', 'show', String(id), '--body']);
    expect(await body(text.id)).toEqual({ code: 0, shown: '␛]0;evil␇\r\n\r\n' });
    expect(await body(binary.id)).toMatchObject({
      code: 1,
      shown: expect.stringContaining('The body is not text'),
    });
    const shown = await onTerminal(workplace, ['requests', 'show', String(text.id)]);
    expect(shown.shown).toContain('\u001b[1mPOST /wh/');
    expect(shown.shown).toContain('␛]0;evil␇');
  });
});

describe('colours', () => {
  test('are for terminals, unless FORCE_COLOR or NO_COLOR say something else', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await send(server, await visitor.endpoint());
    const shown = async (environment: Record<string, string>) => {
      delete workplace.environment.FORCE_COLOR;
      Object.assign(workplace.environment, environment);
      return await workplace.runProcess(['requests', 'show', String(id)]);
    };
    expect((await shown({})).out).not.toContain('\u001b');
    const forced = await shown({ FORCE_COLOR: '1' });
    expect(forced.out).toContain('\u001b[1mPOST');
    expect(forced.error).toBe('');
    expect((await shown({ FORCE_COLOR: '0' })).out).not.toContain('\u001b');
  });

  test.runIf(hasPseudoTerminal)('are left out on a terminal with NO_COLOR', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await send(server, await visitor.endpoint());
    workplace.environment.NO_COLOR = '1';
    const { shown } = await onTerminal(workplace, ['requests', 'show', String(id)]);
    expect(shown).toContain('POST');
    expect(shown).not.toContain('\u001b[');
  });
});
