import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/src/store/open-store.ts';
import type { Workplace } from './hookwell-process.ts';
import { startWorkplace } from './start-workplace.ts';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await startWorkplace();
  onTestFinished(() => workplace[Symbol.asyncDispose]());
});

const create = (email: string, ...words: string[]) => [
  'account',
  'create',
  '--email',
  email,
  ...words,
];
const list = () => workplace.jsonLines(['account', 'list', '--json']);

describe('account create', () => {
  test('prints the id alone', async () => {
    const id = await workplace.output(create('ada@example.com', '--plan', 'plus'));
    expect(id).toMatch(/^\d+$/);
    expect(await list()).toEqual([
      {
        id: Number(id),
        email: 'ada@example.com',
        plan: 'plus',
        status: 'active',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        endpoints: 0,
      },
    ]);
  });

  test('takes the plan of a sign-up if none is given, from a file .env as well', async () => {
    const file = join(workplace.folder, '.env');
    writeFileSync(file, 'HOOKWELL_SIGNUP_PLAN=enterprise\n');
    await workplace.processOutput(create('ada@example.com'));
    rmSync(file);
    expect(await list()).toMatchObject([{ plan: 'enterprise' }]);
  });

  test('refuses a text that is no email, and an email that is taken', async () => {
    expect(await workplace.run(create('nonsense'))).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: email must be an email address\n',
    });
    await workplace.output(create('ada@example.com'));
    expect(await workplace.run(create('ADA@example.com'))).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^hookwell: .*already registered\n$/),
    });
  });

  test.each([
    ['seven77\n', 1, 'password must have at least 8 characters'],
    [`${'x'.repeat(257)}\n`, 1, 'password must have at most 256 characters'],
    ['', 1, 'No password on standard input'],
    ['\nsecond line\n', 1, 'No password on standard input'],
    ['eight888\r\nseven\n', 0, ''],
    ['é'.repeat(256), 0, ''],
  ])(
    'reads the first line of standard input as the password: %j',
    async (input, code, sentence) => {
      const outcome = await workplace.run(create('ada@example.com', '--password-stdin'), input);
      expect(outcome.code).toBe(code);
      expect(outcome.error).toContain(sentence);
    },
  );

  test('does not wait for more than the first line', async () => {
    const child = workplace.spawn(create('ada@example.com', '--password-stdin'));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    // Standard input stays open, as that of a terminal does.
    child.stdin?.write('correct horse\n');
    expect(await ended).toBe(0);
  });
});

describe('account list', () => {
  test('is a table, oldest first', async () => {
    await workplace.output(create('ada@example.com', '--plan', 'free'));
    await workplace.output(create('a-longer-name@example.com'));
    const lines = (await workplace.output(['account', 'list'])).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ID +EMAIL +PLAN +STATUS +CREATED +ENDPOINTS$/);
    expect(lines[1]).toMatch(/^\d+ +ada@example\.com +free +active +\S+Z +0$/);
    expect(lines[2]).toMatch(/^\d+ +a-longer-name@example\.com +plus +active +\S+Z +0$/);
    expect(lines[1]?.indexOf('free')).toBe(lines[2]?.indexOf('plus'));
  });
});

test('set-plan and delete act on the account of the email', async () => {
  await workplace.output(create('ada@example.com'));
  await workplace.output(create('bob@example.com'));
  const set = ['account', 'set-plan', '--email', 'Ada@example.com', '--plan', 'enterprise'];
  expect((await workplace.run(set)).error).toBe(
    'The account Ada@example.com has the plan enterprise now\n',
  );
  expect(await list()).toMatchObject([{ plan: 'enterprise' }, { plan: 'plus' }]);
  await workplace.output(['account', 'delete', '--email', 'ada@example.com']);
  expect(await list()).toMatchObject([{ email: 'bob@example.com' }]);
});

test('guests are listed on request, and deleted by their id', async () => {
  await workplace.output(create('ada@example.com'));
  expect(await workplace.output(['account', 'list', '--guests'])).toMatch(/^ID +ADDRESS[^\n]*$/);
  const created = Date.now() - 3 * 86_400_000;
  const store = await openStore({
    url: workplace.environment.HOOKWELL_DATABASE_URL ?? '',
    role: 'operator',
    log: pino({ level: 'silent' }),
  });
  const guest = { plan: 'free', status: 'active', created_at: created } as const;
  const rows = [
    { ...guest, guest_network: '2001:db8:0:1::/64' },
    { ...guest, guest_network: null },
  ];
  await store.db.insertInto('account').values(rows).execute();
  const held = { capture_count: 7, capture_bytes: 3 * 1024 * 1024 };
  const endpoint = { account_id: 3, token: 'of-the-second', created_at: created, ...held };
  await store.db.insertInto('endpoint').values(endpoint).execute();
  await store.close();
  const lines = (await workplace.output(['account', 'list', '--guests'])).split('\n');
  expect(lines[0]).toMatch(/^ID +ADDRESS +CREATED +AGE +ENDPOINTS +REQUESTS +SIZE$/);
  expect(lines[1]).toMatch(/^3 +unknown +\S+Z +3d +1 +7 +3\.0 MiB$/);
  expect(lines[2]).toMatch(/^2 +2001:db8:0:1::\/64 +\S+Z +3d +0 +0 +0 B$/);
  const guests = await workplace.jsonLines(['account', 'list', '--guests', '--json']);
  expect(guests).toMatchObject([
    { id: 3, bytes: 3145728 },
    { id: 2, network: '2001:db8:0:1::/64' },
  ]);
  await workplace.output(['account', 'delete', '--id', '3']);
  expect(await workplace.output(['account', 'list', '--guests'])).not.toContain('unknown');
  expect(await workplace.run(['account', 'delete', '--id', '3'])).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No account has the id 3\n',
  });
  for (const wrong of [[], ['--id', '2', '--email', 'a@b.c'], ['--id', '2x'], ['--id', '']]) {
    expect(await workplace.run(['account', 'delete', ...wrong])).toMatchObject({
      code: 2,
      out: '',
    });
  }
});

test('unlink takes an account from its identity alone', async () => {
  const id = Number(await workplace.output(create('ada@example.com')));
  const unlink = ['account', 'unlink', '--email', 'ADA@example.com'];
  expect(await workplace.run(unlink)).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No identity of single sign-on has the account of ADA@example.com\n',
  });
  const url = workplace.environment.HOOKWELL_DATABASE_URL ?? '';
  const store = await openStore({ url, role: 'operator', log: pino({ level: 'silent' }) });
  onTestFinished(() => store.close());
  const identity = { issuer: 'https://login.example', subject: 'ada', created_at: 0 };
  await store.db
    .insertInto('identity')
    .values({ ...identity, account_id: id })
    .execute();
  expect((await workplace.run(unlink)).error).toContain('has no identity of single sign-on now');
  expect(await store.db.selectFrom('identity').selectAll().execute()).toEqual([]);
  expect(await list()).toMatchObject([{ email: 'ada@example.com' }]);
  const words = ['audit', '--account', 'ada@example.com', '--json'];
  const told = { action: 'identity.unlink', by: 'operator', subject: identity.issuer };
  expect((await workplace.jsonLines(words))[0]).toMatchObject(told);
});

test.each([
  ['account set-plan --plan plus --email'],
  ['account set-password --password-stdin --email'],
  ['account unlink --email'],
  ['account delete --email'],
  ['key create --name ci --email'],
])('"hookwell %s" of nobody fails with a sentence', async (line) => {
  const words = [...line.split(' '), 'nobody@example.com'];
  expect(await workplace.run(words, 'correct horse\n')).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: No account has the email nobody@example.com\n',
  });
});

test('a setting that is wrong stops every command with one line', async () => {
  workplace.environment.HOOKWELL_PLAN = 'plus';
  expect(await workplace.run(['account', 'list'])).toEqual({
    code: 1,
    out: '',
    error: 'hookwell: HOOKWELL_PLAN is not a setting of Hookwell\n',
  });
});

test.each([
  ['a directory', (path: string) => mkdirSync(path), 'account list', 'it is a folder'],
  ['a link to itself', (path: string) => symlinkSync('.env', path), 'serve', 'ELOOP'],
])('a file .env that is %s is told in one line', async (_what, create, line, reason) => {
  create(join(workplace.folder, '.env'));
  const outcome = await workplace.runProcess(line.split(' '));
  expect(outcome).toMatchObject({ code: 1, out: '' });
  expect(outcome.error).toMatch(new RegExp(`^hookwell: Cannot read \\.env: ${reason}.*\n$`));
});
