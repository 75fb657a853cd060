import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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
const list = async () => JSON.parse(await workplace.output(['account', 'list', '--json']));

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

  test('takes the plan of a sign-up where none is given, from a file .env as well', async () => {
    writeFileSync(join(workplace.folder, '.env'), 'HOOKWELL_SIGNUP_PLAN=enterprise\n');
    await workplace.output(create('ada@example.com'));
    expect(await list()).toMatchObject([{ plan: 'enterprise' }]);
  });

  test('refuses what is no email, and an email that is taken', async () => {
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
    await workplace.output(create('ada@example.com', '--plan', 'plus'));
    await workplace.output(create('a-longer-name@example.com'));
    const lines = (await workplace.output(['account', 'list'])).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ID +EMAIL +PLAN +STATUS +CREATED +ENDPOINTS$/);
    expect(lines[1]).toMatch(/^\d+ +ada@example\.com +plus +active +\S+Z +0$/);
    expect(lines[2]).toMatch(/^\d+ +a-longer-name@example\.com +free +active +\S+Z +0$/);
    expect(lines[1]?.indexOf('plus')).toBe(lines[2]?.indexOf('free'));
  });

  test('may be read by halves', async () => {
    const child = workplace.spawn(['account', 'list']);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.destroy();
    expect(await ended).toBe(0);
  });
});

test('set-plan and delete act on the account of the email', async () => {
  await workplace.output(create('ada@example.com'));
  await workplace.output(create('bob@example.com'));
  await workplace.output(['account', 'set-plan', '--email', 'Ada@example.com', '--plan', 'plus']);
  expect(await list()).toMatchObject([{ plan: 'plus' }, { plan: 'free' }]);
  await workplace.output(['account', 'delete', '--email', 'ada@example.com']);
  expect(await list()).toMatchObject([{ email: 'bob@example.com' }]);
});

test.each([
  ['account set-plan --plan plus --email'],
  ['account set-password --password-stdin --email'],
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
  ['a directory', (path: string) => mkdirSync(path), 'EISDIR'],
  ['a link to itself', (path: string) => symlinkSync('.env', path), 'ELOOP'],
])('a file .env that is %s is told in one line', async (_what, create, reason) => {
  create(join(workplace.folder, '.env'));
  for (const words of [['account', 'list'], ['serve']]) {
    const outcome = await workplace.run(words);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toMatch(new RegExp(`^hookwell: Cannot read \\.env: ${reason}.*\n$`));
  }
});
