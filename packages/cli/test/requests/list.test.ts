import { once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { loggedInGuest } from '../logged-in.ts';

const server = forFile(await startServer());

describe('hookwell requests list', () => {
  test('shows each request on one line, newest first, with any content', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const nasty = 'Shop\u001b[2J\n注文\u202e';
    await visitor.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: nasty });
    const first = await send(server, token, {
      method: 'PUT',
      path: '/a%1b[31m?q=%1B%0a',
      headers: { 'content-type': 'text/\u009b31m; charset=utf-8' },
      body: 'x'.repeat(2048),
    });
    const second = await send(server, token);
    const lines = (await workplace.output(['requests', 'list'])).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ENDPOINT +ID +RECEIVED +METHOD +SIZE +TYPE +EVENT +PATH$/);
    expect(lines[1]).toContain(` ${second.id} `);
    expect(lines[2]).toContain(` ${first.id} `);
    expect(lines[2]).toContain('  PUT     2.0 KiB  text/\\u{9b}31m  -      /a%1b[31m?q=%1B%0a');
    expect(lines[2]).toContain('Shop␛[2J␊注文\\u{202e}');
    const ofOne = await workplace.output(['requests', 'list', token]);
    expect(ofOne.split('\n')[0]).toMatch(/^ID +RECEIVED/);
  });

  test('is as long as is asked for, and says when there is more', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const ids: number[] = [];
    for (let count = 0; count < 103; count++) ids.unshift((await send(server, token)).id);
    const listed = async (...words: string[]) => {
      const { out, error } = await workplace.run(['requests', 'list', token, '--json', ...words]);
      const lines = out.split('\n').slice(0, -1);
      return { ids: lines.map((line) => JSON.parse(line).id), hint: error };
    };
    const hint = expect.stringContaining('There are older ones');
    expect(await listed()).toEqual({ ids: ids.slice(0, 100), hint });
    expect(await listed('--limit', '101')).toEqual({ ids: ids.slice(0, 101), hint });
    expect(await listed('--limit', '103')).toEqual({ ids, hint: '' });
    expect(await listed('--all')).toEqual({ ids, hint: '' });
    expect(await listed('--limit', '2', '--before', String(ids[0]))).toEqual({
      ids: ids.slice(1, 3),
      hint,
    });
    expect(await listed('--after', String(ids[2]))).toEqual({ ids: ids.slice(0, 2), hint: '' });
    const table = await workplace.run(['requests', 'list', '--limit', '5']);
    expect(table.out.split('\n')).toHaveLength(7);
    expect(table.error).toContain('There are older ones');
  });

  test('a time without a zone is of this machine in matches and options, and in UTC in the API', async () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const { id } = await send(server, token, { method: 'POST', body: 'x' });
    const { receivedAt } = await visitor.ask(200, 'GET', `/api/requests/${id}`);
    const half = 5.5 * 3_600_000;
    const here = new Date(Date.parse(receivedAt) + half).toISOString().slice(0, -1);
    for (const time of [here, here.slice(0, 10)]) {
      const match = `received>=${time}`;
      const line = await workplace.output(['requests', 'list', '--json', '--match', match]);
      expect(JSON.parse(line)).toMatchObject({ id });
      const shown = await workplace.output(['wait', token, '--json', '--since', time]);
      expect(JSON.parse(shown)).toMatchObject({ id });
    }
    const path = `/api/requests?match=${encodeURIComponent(`received>=${here}`)}`;
    expect(await visitor.ask(200, 'GET', path)).toEqual([]);
    const late = new Date(Date.parse(receivedAt) + half + 1).toISOString().slice(0, -1);
    const none = await workplace.run(['requests', 'list', '--match', `received>=${late}`]);
    expect(none).toMatchObject({ out: '', error: 'No request matches\n' });
  });

  test('--json keeps every digit, on one line', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    await send(server, token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{\n  "id": 820982911946154508,\n  "price": 1.10, "__proto__": 1, "t": "\u2028\u001b"\n}'.replace(
        '\u001b',
        '\\u001b',
      ),
    });
    const line = await workplace.output(['requests', 'list', token, '--json']);
    expect(line).toContain(
      '"json":{"id":820982911946154508,"price":1.10,"__proto__":1,"t":"\\u2028\\u001b"}',
    );
    const { id } = JSON.parse(line);
    expect(line).toBe(await workplace.output(['requests', 'show', String(id), '--json']));
  });

  test('the table has the query as it was sent', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    await send(server, token, { path: '/p?a=2&b=%20+x&a=1&&c' });
    await send(server, token);
    const lines = (await workplace.output(['requests', 'list', token])).split('\n');
    expect(lines[1]).toMatch(/ -$/);
    expect(lines[2]).toMatch(/ \/p\?a=2&b=%20\+x&a=1&&c$/);
  });

  test('is empty without requests, and fails if there is no such endpoint', async () => {
    const { workplace } = await loggedInGuest(server);
    expect(await workplace.run(['requests', 'list'])).toEqual({
      code: 0,
      out: '',
      error: 'No request is captured\n',
    });
    expect(await workplace.run(['requests', 'list', '--json'])).toEqual({
      code: 0,
      out: '',
      error: '',
    });
    expect(await workplace.run(['requests', 'list', 'nosuchtoken'])).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: No endpoint has the token or the name "nosuchtoken"\n',
    });
  });

  test('ends quietly when its reader has seen enough', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const body = 'x'.repeat(200_000);
    for (let count = 0; count < 5; count++) await send(server, token, { method: 'POST', body });
    const child = workplace.spawn(['requests', 'list', '--all', '--json']);
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
  });
});

describe('hookwell usage', () => {
  test('counts each endpoint and all of them, for people and for programs', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const [shop, empty] = [await visitor.endpoint(), await visitor.endpoint()];
    await visitor.ask(200, 'PATCH', `/api/endpoints/${shop}`, { badgeName: 'Shop \u202eorders' });
    await send(server, shop);
    const { id } = await send(server, shop);
    const usage = JSON.parse(await workplace.output(['usage', '--json']));
    expect(usage).toMatchObject({
      requests: 2,
      endpoints: [
        { token: shop, requests: 2, newestId: id },
        { token: empty, requests: 0, bytes: 0 },
      ],
    });
    const table = (await workplace.output(['usage'])).trim().split('\n');
    expect(table.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['ENDPOINT', 'REQUESTS'],
      ['Shop \\u{202e}orders', '2'],
      [empty.slice(0, 8), '0'],
      ['All together', '2'],
      ['2 of 3 endpoints. The newest 5000 requests of each are kept for 7 days, 100 MiB in all.'],
    ]);
  });
});

describe('hookwell requests clear', () => {
  test('ends at the request of --through', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const [one, other] = [await visitor.endpoint(), await visitor.endpoint()];
    const ids = [];
    for (const token of [one, one, other, other]) ids.push((await send(server, token)).id);
    const left = async () => {
      const requests: { id: number }[] = await visitor.ask(200, 'GET', '/api/requests');
      return requests.map(({ id }) => id);
    };
    await workplace.output(['requests', 'clear', one, '--yes', '--through', String(ids[0])]);
    expect(await left()).toEqual([ids[3], ids[2], ids[1]]);
    await workplace.output(['requests', 'clear', '--all', '--yes', '--through', String(ids[2])]);
    expect(await left()).toEqual([ids[3]]);
    const wrong = await workplace.run(['requests', 'clear', other, '--through', 'x']);
    expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('--through') });
    expect(await left()).toEqual([ids[3]]);
  });

  test('empties one endpoint, and all of them once that is said', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const [one, other] = [await visitor.endpoint(), await visitor.endpoint()];
    for (const token of [one, other]) await send(server, token);
    const left = async () => (await visitor.ask(200, 'GET', '/api/requests')).length;
    const cleared = await workplace.run(['requests', 'clear', one, '--yes']);
    expect(cleared.error).toBe(`Deleted all that the endpoint ${one} captured\n`);
    expect(await left()).toBe(1);
    for (const [words, sentence] of [
      [[], 'TOKEN is missing'],
      [[other, '--all'], 'TOKEN and --all exclude each other'],
      [['--all'], 'Option --yes is missing'],
      [[other], 'Option --yes is missing'],
    ] as const) {
      const outcome = await workplace.run(['requests', 'clear', ...words], 'y\n');
      expect(outcome).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
    }
    expect(await left()).toBe(1);
    await workplace.output(['requests', 'clear', '--all', '--yes']);
    expect(await left()).toBe(0);
  });
});
