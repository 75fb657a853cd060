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
      [[question, `${key}\r`]],
    );
    expect(code).toBe(0);
    expect(shown).not.toContain(key.slice(0, 8));
    expect(shown).toContain(`${question}\r\nLogged in to ${server.url} as visitor-`);
    expect(workplace.storedLogins().credentials[server.url]).toEqual({ apiKey: key });
  });

  test('Ctrl-C and Ctrl-D at a question change nothing, with exit code 130', async () => {
    await using workplace = new Workplace();
    for (const typed of ['wh-\u0003', '\u0004']) {
      const { code, shown } = await onTerminal(workplace, ['login'], [['API key for', typed]]);
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
