import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { outcomeInProcess } from '../in-process.ts';
import { folderWith, orderSchema } from './schema-files.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));

async function check(token: string, ...words: string[]) {
  const schema = join(folderWith({ 'order.json': orderSchema }), 'order.json');
  const command = ['check', token, '--schema', schema, ...words];
  return await outcomeInProcess(command, workplace.environment, '');
}

async function post(token: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return (await send(server, token, { method: 'POST', body, headers })).id;
}

describe('stored requests', () => {
  test('are judged newest first, whatever their size, coding and event', async () => {
    const token = await workplace.visitor.endpoint();
    const wrong = (more: object) => JSON.stringify({ type: 'order.paid', id: '1', ...more });
    const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const ids = [
      await post(token, wrong({})),
      await post(token, gzipSync(wrong({})), gzip),
      await post(token, wrong({ long: 'x'.repeat(100_000) })),
      await post(token, '{"type":"order.made","id":12345678901234567890}'),
      await post(token, ''),
    ];
    const { code, out, error } = await check(token);
    expect(code).toBe(1);
    expect(out.match(/^#\d+ /gm)).toEqual(
      ids
        .slice(0, 3)
        .reverse()
        .map((id) => `#${id} `),
    );
    expect(out.match(/^#\d+ {2}\d{4}-.*Z {2}order\.paid$/gm)).toHaveLength(3);
    expect(out.match(/^ {2}`id` is a string, was an integer$/gm)).toHaveLength(3);
    expect(error).toBe(
      'Not judged: 1 request: The body is empty\nhookwell: 3 of 4 requests differ\n',
    );
    expect(await check(token, '--event', 'order.made')).toMatchObject({
      code: 0,
      out: '1 request fits\n',
    });
    expect(await check(token, '--match', 'size>50000')).toMatchObject({ code: 1 });
    expect(await check(token, '--limit', '2')).toMatchObject({
      code: 0,
      error: expect.stringContaining('There may be older ones: --limit N judges more'),
    });
  });

  test('of an endpoint that is not there, or empty, are not judged', async () => {
    const unknown = 'x'.repeat(26);
    expect(await check(unknown)).toMatchObject({
      code: 1,
      error: `hookwell: No endpoint has the token ${unknown}: is it a team's ("--team NAME")?\n`,
    });
    expect(await check(await workplace.visitor.endpoint())).toMatchObject({
      code: 3,
      error: 'hookwell: No request matches\n',
    });
  });
});
