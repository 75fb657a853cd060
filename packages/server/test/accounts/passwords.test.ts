import { expect, test } from 'vitest';
import { Passwords } from '../../src/accounts/passwords.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';

test('a hash is a PHC string of argon2id that names its cost, and another one every time', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.hash('correct horse')).not.toBe(hash);
});

test('the right password is recognised, others are not', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('correct horse');
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('correct horsE', hash)).toBe(false);
  expect(await passwords.verify('correct horse ', hash)).toBe(false);
});

test('an accented letter is the same however it was composed', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('crème brûlée'.normalize('NFD'));
  expect(await passwords.verify('crème brûlée'.normalize('NFC'), hash)).toBe(true);
});

test('a known answer of another implementation is understood', async () => {
  // From the tests of the reference implementation (P-H-C/phc-winner-argon2, src/test.c).
  const hash =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const passwords = new Passwords();
  expect(await passwords.verify('password', hash)).toBe(true);
  expect(passwords.isOutdated(hash)).toBe(true);
  expect(passwords.isOutdated(await passwords.hash('password'))).toBe(false);
});

test('without a hash no password is right, at the same cost', async () => {
  const passwords = new Passwords();
  expect(await passwords.verify('correct horse', undefined)).toBe(false);
  expect(await passwords.verify('correct horse', null)).toBe(false);
  expect(passwords.derivations).toBe(2);
});

const cheap = { memory: 8, passes: 1, parallelism: 1 };

test('the crowd of a network is served in part, the rest is told to come back', async () => {
  const passwords = new Passwords(cheap);
  const crowd = passwords.of(-1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => crowd.verify('correct horse', undefined)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  // One check runs, 16 wait.
  expect(refused).toHaveLength(20 - 17);
  for (const { reason } of refused) {
    expect(reason).toEqual(
      new Overloaded('Too many passwords are being checked, try again in a moment'),
    );
  }
  expect(passwords.derivations).toBe(17);
  expect(await crowd.verify('correct horse', undefined)).toBe(false);
});
