import { readdirSync } from 'node:fs';
import { operate } from '@hookwell/server/operator';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isWellFormedSecret } from '../../server/src/keys/public.ts';
import { Workplace } from './hookwell-process.ts';
import { startWorkplace } from './start-workplace.ts';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await startWorkplace();
  onTestFinished(() => workplace[Symbol.asyncDispose]());
});

const email = 'ada@example.com';
const createKey = ['key', 'create', '--email', email, '--name', 'ci'];

describe('key create', () => {
  test('prints the secret alone', async () => {
    await workplace.output(['account', 'create', '--email', email, '--plan', 'plus']);
    const { code, out, error } = await workplace.run(createKey);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^wh-[0-9A-Za-z]{30,}\n$/);
  });

  test('refuses a plan without API use', async () => {
    await workplace.output(['account', 'create', '--email', email, '--plan', 'free']);
    expect(await workplace.run(createKey)).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^hookwell: .*Plus or Enterprise.*\n$/),
    });
  });

  test('refuses a name that is too long', async () => {
    await workplace.output(['account', 'create', '--email', email, '--plan', 'plus']);
    const words = ['key', 'create', '--email', email, '--name', 'x'.repeat(101)];
    expect(await workplace.run(words)).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: name must have at most 100 characters\n',
    });
  });

  test('refuses a twenty-first key', async () => {
    await workplace.output(['account', 'create', '--email', email, '--plan', 'plus']);
    await operate(workplace.environment, async (operator) => {
      for (let count = 1; count < 20; count += 1) await operator.createApiKey(email, 'ci');
    });
    await workplace.output(createKey);
    expect(await workplace.run(createKey)).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^hookwell: .*20 API keys\n$/),
    });
  });
});

test('key generate prints a new key that has the form of all keys, and asks no server', async () => {
  await using nowhere = new Workplace();
  const keys = [
    await nowhere.output(['key', 'generate']),
    await nowhere.output(['key', 'generate']),
  ];
  for (const key of keys) expect(isWellFormedSecret(key)).toBe(true);
  expect(keys[0]).not.toBe(keys[1]);
  expect(readdirSync(nowhere.folder)).toEqual([]);
});
