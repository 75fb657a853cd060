import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
const server = forFile(await startServer({ clock: () => now }));
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();

const run = (...words: string[]) => workplace.run(['fresh', ...words]);

test('fresh tells by its exit code whether a request came lately, and which was the newest', async () => {
  const hour = [token, '--within', '1h'];
  expect(await run(...hour)).toEqual({
    code: 3,
    out: '',
    error: 'hookwell: Nothing came within 1h\n',
  });
  const { id } = await send(server, token, { method: 'POST', body: '{"type":"paid"}' });
  now += 1000;
  const newest = `#${id} came at 2026-03-01T12:00:00.000Z`;
  expect(await run(...hour)).toEqual({ code: 0, out: `${newest}\n`, error: '' });
  const paid = [...hour, '--match', 'json.type=paid', '--json'];
  const found = { newestAt: '2026-03-01T12:00:00.000Z', newestId: id };
  const inJson = await run(...paid);
  expect([inJson.code, JSON.parse(inJson.out)]).toEqual([0, { fresh: true, ...found }]);
  now += 3_600_000;
  const late = await run(...paid);
  expect([late.code, JSON.parse(late.out)]).toEqual([3, { fresh: false, ...found }]);
  expect(late.error).toBe(`hookwell: Nothing that matches came within 1h: ${newest}\n`);
  expect(await run(token, '--within', '31d')).toMatchObject({
    code: 1,
    error: 'hookwell: within must be a time from 1s to 30d, such as 30m, 1h or 7d\n',
  });
  expect(await run(token)).toMatchObject({ code: 2 });
  expect(await run(...hour, '--match', 'colour:red')).toMatchObject({ code: 2 });
});

test('a search that the service has not ended is gone on with', async () => {
  let left = 7;
  const url = await listen((request, response) => {
    if (!request.url?.includes('/freshness?')) return void response.writeHead(404).end('{}');
    left -= 1;
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    response.writeHead(left === 0 ? 409 : 429, headers).end('{"fresh":false}');
  });
  const where = ['--within', '1h', '--match', 'a', '--url', url];
  expect(await run('0h2v8q6c1d7x5m3k9r4t8w2y6b', ...where)).toMatchObject({
    code: 3,
    error: 'hookwell: Nothing that matches came within 1h\n',
  });
  expect(left).toBe(0);
});
