import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
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
  const { id } = await send(server, token, { method: 'POST' });
  now += 1000;
  const newest = `#${id} came at 2026-03-01T12:00:00.000Z`;
  expect(await run(...hour)).toEqual({ code: 0, out: `${newest}\n`, error: '' });
  const found = { newestAt: '2026-03-01T12:00:00.000Z', newestId: id };
  const inJson = await run(...hour, '--json');
  expect([inJson.code, JSON.parse(inJson.out)]).toEqual([0, { fresh: true, ...found }]);
  now += 3_600_000;
  const late = await run(...hour, '--json');
  expect([late.code, JSON.parse(late.out)]).toEqual([3, { fresh: false, ...found }]);
  expect(late.error).toBe(`hookwell: Nothing came within 1h: ${newest}\n`);
  expect(await run(token, '--within', '31d')).toMatchObject({
    code: 1,
    error: 'hookwell: within must be a time from 1s to 30d, such as 30m, 1h or 7d\n',
  });
  expect(await run(token)).toMatchObject({ code: 2 });
  expect(await run(...hour, '--match', 'a')).toMatchObject({ code: 2 });
});
