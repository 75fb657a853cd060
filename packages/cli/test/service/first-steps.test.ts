import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { CommandProcess } from '../forwarding/running-command.ts';
import { Workplace } from '../hookwell-process.ts';

const server = forFile(await startServer());

/** A workplace without a login, for the server on this port. */
function freshWorkplace(): Workplace {
  const workplace = new Workplace();
  workplace.environment.HOOKWELL_PORT = new URL(server.url).port;
  return workplace;
}

describe('without a login', () => {
  test('listen alone makes a guest and an endpoint, and one guest of two at once', async () => {
    await using workplace = freshWorkplace();
    await using one = new CommandProcess(workplace, ['listen', '--json']);
    await using two = new CommandProcess(workplace, ['listen', '--json', '--all']);
    await eventually(() => [one, two].every(({ errors }) => errors.includes('Listening at')));
    const told = `Nobody was logged in to ${server.url}: you are a guest there now`;
    expect((one.errors + two.errors).split(told)).toHaveLength(2);
    expect(workplace.storedLogins().address).toBeUndefined();
    const url = await workplace.output(['endpoints', 'create']);
    const [, first = ''] = /^Created (\S+)$/m.exec(one.errors) ?? [];
    for (const address of [first, url]) await fetch(address, { method: 'POST', body: address });
    expect((await two.jsonUpTo(2)).map(({ body }) => body)).toEqual([first, url]);
    expect(await one.jsonUpTo(1)).toMatchObject([{ body: first }]);
    expect([await one.interrupt(), await two.interrupt()]).toEqual([0, 0]);
  });

  test('a guest at --url is there by default from then on, and an earlier default stays', async () => {
    await using workplace = new Workplace();
    await workplace.output(['endpoints', 'create', '--name', 'Shop', '--url', server.url]);
    expect(await workplace.output(['endpoints', 'list'])).toContain('Shop');
    const other = `http://localhost:${new URL(server.url).port}`;
    await workplace.output(['endpoints', 'create', '--url', other]);
    expect(await workplace.output(['open', '--print'])).toContain(server.url);
  });

  test('a missing secret is no reason to be a guest, nor is a named endpoint', async () => {
    await using workplace = freshWorkplace();
    const named = await workplace.run(['listen', 'abc']);
    expect(named).toMatchObject({ code: 1, error: expect.stringContaining('Nobody is logged in') });
    workplace.environment.HOOKWELL_API_KEY = '';
    const outcome = await workplace.run(['endpoints', 'create']);
    expect(outcome).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: HOOKWELL_API_KEY is empty: unset it to go on as a guest\n',
    });
  });
});

describe('HOOKWELL_PORT', () => {
  test('names the service, in a file .env too', async () => {
    await using workplace = new Workplace();
    const { port } = new URL(server.url);
    writeFileSync(join(workplace.folder, '.env'), `HOOKWELL_PORT=${port}\n`);
    const { error } = await workplace.runProcess(['login', '--guest']);
    expect(error).toContain(`Logged in to ${server.url} as a guest`);
    // The port tells the present address of a service on this machine.
    writeFileSync(join(workplace.folder, '.env'), 'HOOKWELL_PORT=1\n');
    expect(await workplace.processOutput(['open', '--print'])).toBe('http://127.0.0.1:1');
    workplace.environment.HOOKWELL_URL = 'http://localhost:2';
    expect(await workplace.processOutput(['open', '--print'])).toBe('http://localhost:2');
  });

  test('a key from elsewhere is not sent to the port that a file .env names', async () => {
    await using workplace = new Workplace();
    writeFileSync(join(workplace.folder, '.env'), 'HOOKWELL_PORT=1\n');
    workplace.environment.HOOKWELL_API_KEY = 'wh-abc';
    const outcome = await workplace.runProcess(['whoami']);
    expect(outcome.error).toContain('HOOKWELL_PORT is in .env, but the key is not');
    workplace.environment.HOOKWELL_PORT = '1';
    expect((await workplace.runProcess(['whoami'])).error).toContain('cannot be reached');
  });

  test.each([
    ['0', 'http://127.0.0.1:8080'],
    ['tcp://10.0.0.1:80', 'http://127.0.0.1:8080'],
    ['09000', 'http://127.0.0.1:9000'],
  ])('%s: %s', async (port, address) => {
    await using workplace = new Workplace();
    workplace.environment.HOOKWELL_PORT = port;
    expect(await workplace.output(['open', '--print'])).toBe(address);
  });

  test('must be a port', async () => {
    await using workplace = new Workplace();
    workplace.environment.HOOKWELL_PORT = '99999';
    expect(await workplace.run(['open', '--print'])).toMatchObject({
      code: 1,
      error: 'hookwell: HOOKWELL_PORT is "99999": a port is a number up to 65535\n',
    });
  });
});
