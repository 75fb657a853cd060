import { HookwellError } from '@hookwell/client';
import { NewApiKey } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { visit } from '../../../client/test/visitor-client.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { failureOf, firstFailure, nameProblem } from '../../src/ui/form.tsx';

const fields = { email: 'email', password: 'password' } as const;

async function failureIn(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => expect.fail('It should have failed'),
    (error: unknown) => failureOf(error, fields, { 409: 'email' } as const),
  );
}

test('a sentence of the service about a field stands beside that field', async () => {
  await using server = await startServer();
  const { client } = visit(server);
  const good = { email: 'ada@example.org', password: 'correct horse' };
  expect(await failureIn(client.auth.register({ ...good, email: 'ada' }))).toEqual({
    field: 'email',
    sentence: 'It must be an email address.',
  });
  expect(await failureIn(client.auth.register({ ...good, password: 'short' }))).toEqual({
    field: 'password',
    sentence: 'It must have at least 8 characters.',
  });
  await client.auth.register(good);
  expect(await failureIn(visit(server).client.auth.register(good))).toEqual({
    field: 'email',
    sentence: 'This email is already registered.',
  });
  expect(
    await failureIn(visit(server).client.auth.login({ ...good, password: 'wrong horse' })),
  ).toEqual({
    sentence: 'Email or password is wrong.',
  });
});

test('after too many attempts it says how long to wait', async () => {
  await using server = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '2' } });
  const { client } = visit(server);
  const guess = () => client.auth.login({ email: 'ada@example.org', password: 'wrong horse' });
  for (let attempt = 0; attempt < 2; attempt++) await guess().catch(() => undefined);
  expect(await failureIn(guess())).toEqual({
    sentence: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds\.$/),
  });
});

test.each([
  [undefined, 'Try again in a minute.'],
  [0.2, 'Try again in 1 second.'],
  [59.1, 'Try again in 60 seconds.'],
  [90, 'Try again in 2 minutes.'],
])('a wait of %s seconds', (retryAfter, sentence) => {
  const error = new HookwellError('Too many requests', { status: 429, retryAfter });
  expect(failureOf(error).sentence).toBe(`Too many attempts. ${sentence}`);
});

test('a missing answer is not the fault of a field', () => {
  const error = new HookwellError('The service could not be reached', { status: 0 });
  expect(failureOf(error, fields)).toEqual({
    sentence: 'The service could not be reached. Check the connection and try again.',
  });
  expect(failureOf(new TypeError('x is not a function'))).toEqual({
    sentence: 'Something went wrong on this page.',
  });
});

test('of several problems the first field gets the focus', () => {
  const failure = firstFailure([
    ['email', undefined],
    ['password', 'Choose a password.'],
    ['name', 'Give it a name.'],
  ]);
  expect(failure).toEqual({ field: 'password', sentence: 'Choose a password.' });
  expect(firstFailure([['email', undefined]])).toBeUndefined();
});

test('the limits of a name are those of the contract', () => {
  expect(NewApiKey.properties.name).toMatchObject({ minLength: 1, maxLength: 100 });
  expect(nameProblem(' ', 'None.')).toBe('None.');
  expect(nameProblem('🔑'.repeat(100), 'None.')).toBeUndefined();
  expect(nameProblem('x'.repeat(101), 'None.')).toMatch(/has 101/);
});
