import { describe, expect, test } from 'vitest';
import { forFile } from '../../server/test/kept-for.ts';
import { startServer } from '../../server/test/start-server.ts';
import { loggedInGuest } from './logged-in.ts';

const server = forFile(await startServer());

describe('hookwell endpoints', () => {
  test('create prints the receive URL alone; list and rename know it', async () => {
    const { workplace } = await loggedInGuest(server);
    expect(await workplace.run(['endpoints', 'list'])).toMatchObject({
      code: 0,
      out: '',
      error: expect.stringContaining('"hookwell endpoints create" makes one'),
    });
    const url = await workplace.output(['endpoints', 'create']);
    expect(url).toMatch(new RegExp(`^${server.url}/wh/[a-z0-9]{26}$`));
    const named = JSON.parse(
      await workplace.output(['endpoints', 'create', '--name', 'Shop orders', '--json']),
    );
    expect(named).toMatchObject({
      name: 'Shop orders',
      badgeName: 'Shop orders',
      url: `${server.url}/wh/${named.token}`,
    });
    const keeping = ['endpoints', 'create', '--keep-x-headers', '--name', 'Kept'];
    const kept = await workplace.output(keeping);
    const settings = ['endpoints', 'settings', 'get', kept, '--json'];
    expect(JSON.parse(await workplace.output(settings))).toEqual({ xHeaders: 'keep' });
    // A guest may have three.
    await workplace.run(['endpoints', 'delete', kept, '--yes']);
    // A receive URL names its endpoint as well.
    await workplace.output(['endpoints', 'rename', `${url}/some/path?a=1`, 'Bestellungen']);
    const twice = await workplace.run(['endpoints', 'create', '--name', 'Bestellungen']);
    expect(twice.error).toContain(
      '2 endpoints have the name "Bestellungen": commands take each by',
    );
    const third = await workplace.run(['endpoints', 'rename', twice.out.trim(), 'Shop orders']);
    expect(third.error).toMatch(/^The endpoint \S+ has the name "Shop orders" now\n2 endpoints /);
    const gone = await workplace.run(['endpoints', 'delete', twice.out.trim(), '--yes']);
    expect(gone.error).toMatch(/^Deleted the endpoint .* with all it captured\n$/);
    const lines = (await workplace.output(['endpoints', 'list'])).split('\n');
    expect(lines[0]).toMatch(/^NAME +CREATED +URL$/);
    expect(lines[1]).toMatch(new RegExp(`^Bestellungen +2.*Z +${url}$`));
    const json = (await workplace.output(['endpoints', 'list', '--json'])).split('\n');
    expect(json.map((line) => JSON.parse(line).name)).toEqual(['Bestellungen', 'Shop orders']);
  });

  test('create leaves nothing behind if the name is refused', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const outcome = await workplace.run(['endpoints', 'create', '--name', 'x'.repeat(101)]);
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.error).toContain('Option --name must have at most 100 characters');
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  });

  test('a limit is told with its number and a remedy', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    for (let count = 0; count < 3; count++) await visitor.endpoint();
    expect(await workplace.run(['endpoints', 'create'])).toEqual({
      code: 1,
      out: '',
      error:
        'hookwell: URL limit reached for your plan (free: 3 endpoints): ' +
        '"hookwell endpoints delete TOKEN" makes room\n',
    });
  });

  test('delete and regenerate need --yes without a terminal to ask on', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    for (const words of [['delete', token], ['regenerate']]) {
      const outcome = await workplace.run(['endpoints', ...words], 'y\n');
      expect(outcome).toMatchObject({ code: 2, out: '' });
      expect(outcome.error).toContain('Option --yes is missing');
    }
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
    const anew = await workplace.run(['endpoints', 'regenerate', '--yes']);
    expect(anew.error).toBe('Deleted your only endpoint with everything captured\n');
    const url = anew.out.trim();
    expect(url).not.toContain(token);
    await workplace.output(['endpoints', 'delete', url, '--yes']);
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  });

  test('an unknown token and a text that can only be a name are told apart', async () => {
    const { workplace } = await loggedInGuest(server);
    const rename = (token: string) => workplace.run(['endpoints', 'rename', token, 'x']);
    expect(await rename('0h2v8q6c1d7x5m3k9r4t8w2y6b')).toMatchObject({
      code: 1,
      error:
        'hookwell: No endpoint has the token 0h2v8q6c1d7x5m3k9r4t8w2y6b: is it a team\'s ("--team NAME")?\n',
    });
    for (const token of ['..', '.', 'a/b', '\u001b[31m', 'http://example.org/wh/']) {
      const outcome = await rename(token);
      expect(outcome).toMatchObject({ code: 1, out: '' });
      expect(outcome.error).toMatch(/^hookwell: No endpoint has the token or the name ".*"\n$/);
      expect(outcome.error).not.toContain('\u001b');
    }
  });

  test('a name in the form of a token or of a URL is a name where no endpoint has that token', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const [one = '', two = ''] = [await visitor.endpoint(), await visitor.endpoint()];
    const rename = (word: string, name: string) =>
      workplace.output(['endpoints', 'rename', word, name]);
    const nameOf = async (token: string) => {
      const all: { token: string; badgeName: string }[] = await visitor.ask(
        200,
        'GET',
        '/api/endpoints',
      );
      return all.find((endpoint) => endpoint.token === token)?.badgeName;
    };
    for (const name of [
      'supercalifragilisticexpialidocious',
      `${server.url}/wh/nowhere`,
      'https://shop.example/orders?a=1',
      ' two  spaces ',
      'hidden\u200b\u202e',
      'é',
    ]) {
      await rename(one, name);
      await rename(name, 'found by its name');
      expect(await nameOf(one)).toBe('found by its name');
    }
    await rename(one, 'caf\u00e9');
    await rename('cafe\u0301', 'found by its name');
    expect(await nameOf(one)).toBe('found by its name');
    // The token of one is the name of the other: a token comes first.
    await rename(one, two);
    await rename(two, 'by its token');
    expect([await nameOf(one), await nameOf(two)]).toEqual([two, 'by its token']);
    await rename(`${server.url}/wh/${two}/some/path`, 'by its URL');
    expect(await nameOf(two)).toBe('by its URL');
    // Somebody else's endpoint is no endpoint, by its token as by its name; but anybody may send to it.
    const other = await loggedInGuest(server);
    const foreign = await other.visitor.endpoint();
    await other.workplace.output(['endpoints', 'rename', foreign, 'Foreign']);
    workplace.environment.HOOKWELL_URL = server.url;
    for (const [word, sentence] of [
      [foreign, `No endpoint has the token ${foreign}: is it a team's ("--team NAME")?`],
      ['Foreign', 'No endpoint has the token or the name "Foreign"'],
    ] as const) {
      const outcome = await workplace.run(['requests', 'clear', word, '--yes']);
      expect(outcome).toEqual({ code: 1, out: '', error: `hookwell: ${sentence}\n` });
    }
  });

  test('every command takes an endpoint by its name', async () => {
    const { workplace } = await loggedInGuest(server);
    const create = ['endpoints', 'create', '--name', 'Shop orders', '--json'];
    const { token } = JSON.parse(await workplace.output(create));
    const id = await workplace.output(['send', 'Shop orders', '--data', 'paid']);
    const settings = '{"replies":[{"status":202}]}';
    await workplace.output(['endpoints', 'settings', 'set', 'Shop orders', '-'], settings);
    expect(await workplace.output(['open', 'Shop orders', '--print'])).toMatch(
      new RegExp(`/handoff\\?next=%2Fendpoints%2F${token}#`),
    );
    for (const words of [
      ['requests', 'list', 'Shop orders', '--json'],
      ['requests', 'export', 'Shop orders', '--format', 'jsonl'],
      ['wait', 'Shop orders', '--json'],
    ]) {
      expect(JSON.parse(await workplace.output(words))).toMatchObject({ id: Number(id) });
    }
    const replay = ['replay', '--match', 'body=paid', '--endpoint', 'Shop order', '--to', '9'];
    expect((await workplace.run(replay)).error).toContain('the name "Shop order"');
    expect(await workplace.output(['deliveries', 'Shop orders', '--json'])).toBe('');
    const cleared = await workplace.run(['requests', 'clear', 'Shop orders', '--yes']);
    expect(cleared.error).toMatch(
      /^Deleted all that the endpoint "Shop orders" \([a-z0-9]{26,}\) captured\n$/,
    );
    expect(await workplace.output(['requests', 'list', '--json'])).toBe('');

    const other = JSON.parse(await workplace.output(create)).token;
    for (const words of [
      ['listen'],
      ['endpoints', 'delete', '--yes'],
      ['grade', '--expect', 'same-id'],
    ]) {
      expect(await workplace.run([...words, 'Shop orders'])).toEqual({
        code: 1,
        out: '',
        error: `hookwell: 2 endpoints have the name "Shop orders", name one by its token: ${token}, ${other}\n`,
      });
    }
    await workplace.output(['endpoints', 'rename', other, 'Returns']);
    await workplace.output(['endpoints', 'delete', 'Returns', '--yes']);
    const left = await workplace.output(['endpoints', 'list', '--json']);
    expect(JSON.parse(left)).toMatchObject({ token });
  });
});
