import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import { isAnswer } from './http.ts';
import type { Account, Known } from './known.ts';

/** The accounts of a world, by what may be done to their captures: the last one keeps all that it gets. */
const accounts = [
  { isRegistered: false, isCleared: true },
  { isRegistered: true, isCleared: true },
  { isRegistered: false, isCleared: false },
] as const;

/** So often an account is tried to be made, on a node after the other. */
const mostTries = 20;

/** Makes the accounts at nodes by chance: guests, and registered ones. */
export async function makeAccounts(known: Known, random: Random): Promise<void> {
  for (const { isRegistered, isCleared } of accounts) {
    const cookie = await signUp(known, random, isRegistered);
    const number = known.accounts.length;
    known.accounts.push({ number, cookie, isCleared, ids: [] } satisfies Account);
  }
}

/** Gives the cookie of a new account. */
async function signUp(known: Known, random: Random, isRegistered: boolean): Promise<string> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    // An earlier try may have been done, though nobody told.
    const email = `proof-${random.below(2 ** 31)}@example.com`;
    const called = await known.call(
      random.pick(known.nodes),
      isRegistered ? '/api/auth/register' : '/api/auth/guest',
      isRegistered
        ? {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email, password: 'correct horse battery' }),
          }
        : { method: 'POST' },
    );
    const cookie = isAnswer(called) ? cookieIn(called.headers['set-cookie']) : undefined;
    if (cookie !== undefined) return cookie;
    if (known.outcomeOf(called, 'signing up', 201, []) === 'done')
      throw new Error('a new account came without a cookie');
    await sleep(100);
  }
  throw new Error(`no account could be made: ${known.surprises.join('; ')}`);
}

/** `name=value` of the first cookie. */
function cookieIn(headers: readonly string[] | undefined): string | undefined {
  return headers?.[0]?.split(';')[0];
}
