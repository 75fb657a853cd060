import { expect, test } from 'vitest';
import { startKilledService } from '../../../client/test/killed-service.ts';
import { commandFile } from '../../../server/test/programs/files.ts';
import { send } from '../../../server/test/start-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { hasPseudoTerminal, runOnTerminal } from '../pseudo-terminal.ts';

const ctrlC = '\u0003';

test.runIf(hasPseudoTerminal)(
  'on a terminal, listen says where it listens, when the service goes and when it is back',
  async () => {
    await using service = await startKilledService();
    await using workplace = new Workplace();
    workplace.environment.HOOKWELL_URL = service.url;
    workplace.environment.HOOKWELL_API_KEY = service.key;
    const { token, url } = service;
    const hostile = { method: 'POST', path: '/%1b?a=%1b%5b2J', body: 'x' };
    const { id } = await send({ url }, token, {
      ...hostile,
      headers: { 'content-type': 'text/\u009b31m' },
    });
    // The shell in between would report a Ctrl-C of its own.
    const command = [
      'exec',
      process.execPath,
      commandFile,
      'listen',
      token,
      '--since',
      String(id - 1),
    ];
    const { code, shown: text } = await runOnTerminal(workplace, command, [
      [`  #${id}  `, () => service.kill()],
      ['Connected again', ctrlC],
    ]);
    expect(code).toBe(0);
    expect(text).toContain(`Listening at ${url}/wh/${token} (Ctrl-C ends it)\r\n`);
    expect(text).toContain(`  #${id}  \u001b[1mPOST\u001b[22m  /%1b?a=%1b%5b2J  `);
    expect(text).toContain('text/\\u{9b}31m, 1 B');
    expect(text).toMatch(/The .+; it is tried again until it works/);
  },
);
