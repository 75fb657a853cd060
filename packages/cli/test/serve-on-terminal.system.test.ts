import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../server/test/postgres/free-port.ts';
import { commandFile } from '../../server/test/programs/files.ts';
import { send, startGuest } from '../../server/test/start-server.ts';
import { serve, Workplace } from './hookwell-process.ts';
import { hasPseudoTerminal, runOnTerminal } from './pseudo-terminal.ts';

const ctrlC = '\u0003';
const [ctrlS, ctrlQ] = ['\u0013', '\u0011'];

const onAnyPort = ['serve', '--port', '0', '--host', '127.0.0.1', '--ready-file', 'ready'];

test.runIf(hasPseudoTerminal)('a terminal that is stopped holds up no capture', async () => {
  await using workplace = new Workplace();
  let isHeldUp = false;
  const capture = async (type: (keys: string) => void) => {
    const url = readFileSync(join(workplace.folder, 'ready'), 'utf8').trim();
    const token = await (await startGuest({ url })).endpoint();
    type(ctrlS);
    const held = setTimeout(() => {
      isHeldUp = true;
      type(ctrlQ);
    }, 5000);
    // The first ones may come before the terminal has stopped.
    for (let count = 0; count < 50; count += 1) await send({ url }, token, { method: 'PUT' });
    clearTimeout(held);
    type(ctrlQ);
  };
  const { code, shown } = await runOnTerminal(
    workplace,
    ['exec', process.execPath, commandFile, ...onAnyPort],
    [
      ['Hookwell is ready: http://127.0.0.1:', capture],
      [' more captures', ctrlC],
    ],
  );
  expect([code, isHeldUp]).toEqual([0, false]);
  expect(shown).toContain('#1 PUT /wh/');
});

test.runIf(hasPseudoTerminal)(
  'on a terminal, serve shows a line for each capture, and no JSON of its own calls',
  async () => {
    await using workplace = new Workplace();
    let token = '';
    const capture = async () => {
      const url = readFileSync(join(workplace.folder, 'ready'), 'utf8').trim();
      const guest = await startGuest({ url });
      token = await guest.endpoint();
      await guest.call('GET', '/api/nowhere');
      await send({ url }, token, { method: 'POST', path: '/orders', body: 'x'.repeat(25) });
      await Promise.all(Array.from({ length: 60 }, () => send({ url }, token, { method: 'PUT' })));
    };
    const { code, shown } = await runOnTerminal(
      workplace,
      ['exec', process.execPath, commandFile, ...onAnyPort],
      [
        ['Hookwell is ready: http://127.0.0.1:', capture],
        [' more captures', ctrlC],
      ],
    );
    expect(code).toBe(0);
    const line = `#1 POST /wh/${token.slice(0, 4)}…/orders`;
    expect(shown).toMatch(/^\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d) #1 POST \/wh\//m);
    expect(shown).toContain(line);
    expect(shown).toContain(' 25 bytes from 127.0.0.1\r\n');
    expect(shown.match(/ PUT \/wh\//g)?.length).toBeLessThan(60);
    expect(shown).toMatch(
      /^\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d) GET another address: 404, \d+ ms\r$/m,
    );
    expect(shown).not.toContain('{"');
    expect(shown).not.toContain(token);
  },
);

test('elsewhere a server shows no captures, and --port and --host come before the settings', async () => {
  await using workplace = new Workplace();
  const port = await freePort();
  workplace.environment.HOOKWELL_HOST = '127.0.0.2';
  await using server = await serve(workplace, [], ['--port', String(port), '--host', '127.0.0.1']);
  expect(server.url).toBe(`http://127.0.0.1:${port}`);
  await send(server, await (await startGuest(server)).endpoint(), { method: 'POST' });
  expect(await server.stop()).toBe(0);
  expect(server.output()).toBe(`Hookwell is ready: ${server.url}\n`);
  expect(await workplace.run(['serve', '--port', '65536'])).toMatchObject({ code: 2 });
});
