import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresDatabase } from '../../server/test/store/postgres-database.ts';
import { serve, Workplace } from './hookwell-process.ts';

const email = 'ada@example.com';

/** A workplace with an SQLite database in it, and an empty PostgreSQL database to move to. */
async function startMove() {
  const workplace = new Workplace();
  const target = await postgresDatabase();
  const from = `sqlite:${join(workplace.folder, 'hookwell.db')}`;
  workplace.environment.HOOKWELL_DATABASE_URL = from;
  workplace.makeDatabaseFile();
  await workplace.output(['account', 'create', '--email', email, '--plan', 'plus']);
  return {
    workplace,
    from,
    to: target.url,
    [Symbol.asyncDispose]: async () => {
      await workplace[Symbol.asyncDispose]();
      await target.remove();
    },
  };
}

test('moves everything and lists it, and a server goes on with it', async () => {
  await using move = await startMove();
  const { workplace, from, to } = move;
  const key = await workplace.output(['key', 'create', '--email', email, '--name', 'ci']);
  const { code, out, error } = await workplace.runProcess([
    'migrate-store',
    '--from',
    from,
    '--to',
    to,
  ]);
  expect({ code, error }).toEqual({
    code: 0,
    error: expect.stringMatching(/^copying account: 0 of \d+ rows \(0 %\)\n$/),
  });
  expect(out).toMatch(/^TABLE +ROWS\naccount +1\n/);
  expect(out).toMatch(/\napi_key +1\n/);
  expect(out).toContain('Set HOOKWELL_DATABASE_URL');
  expect(out).not.toContain(new URL(to).password);

  workplace.environment.HOOKWELL_DATABASE_URL = to;
  await using server = await serve(workplace);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/api/auth/me`, { headers });
  expect(await answer.json()).toMatchObject({ email, plan: 'plus' });
});

test('a password may be in PGPASSWORD', async () => {
  await using move = await startMove();
  const { workplace, from, to } = move;
  const url = new URL(to);
  workplace.environment.PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  await workplace.processOutput(['migrate-store', '--from', from, '--to', url.href]);
});

test('an obstacle is told in one line', async () => {
  await using move = await startMove();
  const { workplace, from, to } = move;
  const command = ['migrate-store', '--from', from, '--to', to];
  {
    await using server = await serve(workplace);
    expect(await workplace.run(command)).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^hookwell: Cannot move \S+ to \S+: .*: stop it first\n$/),
    });
    expect(await server.stop()).toBe(0);
  }
  await workplace.output(command);
  expect(await workplace.run(command)).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^hookwell: Cannot move \S+ to \S+: --to is not empty \(.*\n$/),
  });
  for (const missing of ['--from', '--to'] as const) {
    const words = command.toSpliced(command.indexOf(missing), 2);
    expect(await workplace.run(words)).toMatchObject({
      code: 2,
      error: expect.stringContaining(`Option ${missing} is missing`),
    });
  }
});
