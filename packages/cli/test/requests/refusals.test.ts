import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { refusalsOnceSeen, sendPieces } from '../../../server/test/refusal-log/refused-requests.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
const server = forFile(
  await startServer({ clock: () => now, environment: { HOOKWELL_MAX_BODY_BYTES: '2048' } }),
);
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();

function run(...words: string[]) {
  return runInProcess(words, workplace.environment);
}

describe('refusals', () => {
  test('are shown with their number, sender, status and reason, newest first', async () => {
    expect(await run('refusals', token)).toEqual({
      out: '',
      notes: ['Nothing was refused in the last 7 days'],
    });
    const tooLarge = { method: 'PUT', path: '/orders', body: 'x'.repeat(3072) };
    for (let count = 0; count < 3; count += 1) await send(server, token, tooLarge);
    now += 1500;
    await sendPieces(server.url, [`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nBad : x\r\n\r\n`]);
    await refusalsOnceSeen(workplace.visitor, token, 4);
    const { out } = await run('refusals', token);
    expect(out.split('\n')).toEqual([
      'RECEIVED                  TIMES  FROM       REFUSED',
      '2026-03-01T12:00:01.500Z  1      127.0.0.1  400 malformed: POST',
      '                                            header line 2: a space before the colon',
      '2026-03-01T12:00:00.000Z  3      127.0.0.1  413 body too large: PUT /orders, 3.0 KiB',
      '',
    ]);
    const json = (await run('refusals', token, '--json')).out.trimEnd().split('\n');
    expect(json.map((line) => JSON.parse(line))).toEqual(
      await workplace.visitor.ask(200, 'GET', `/api/endpoints/${token}/refusals`),
    );
  });

  test('of an endpoint that is not there are told', async () => {
    const unknown = 'x'.repeat(26);
    await expect(run('refusals', unknown)).rejects.toThrow(`No endpoint has the token ${unknown}`);
  });
});
