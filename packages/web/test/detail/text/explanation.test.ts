import { expect, test } from 'vitest';
import { explanationOf } from '../../../src/detail/text/explained-value.tsx';

const now = Date.UTC(2023, 10, 15);
const part = (text: string) => Buffer.from(text).toString('base64url');
const token = (claims: string, header = '{"alg":"ES256"}') =>
  `${part(header)}.${part(claims)}.c2ln`;

test('numbers that can be times are told in both units, and no others', () => {
  const seconds = explanationOf('1700000000', now);
  expect(seconds?.title).toMatch(/2023.*, 1 hour ago$/);
  expect(seconds?.note).toBe('If this is a time, in seconds since 1970.');
  expect(explanationOf('1700000000.25', now)?.title).toBe(seconds?.title);
  const ms = explanationOf('1700100000000', now);
  expect(ms?.title).toMatch(/2023.*, in 1 day$/);
  expect(ms?.note).toContain('in milliseconds');
  for (const other of [
    '170000000',
    '17000000000',
    '0700000000',
    '9999999999',
    '-1700000000',
    '1.7e9',
    '',
  ])
    expect(explanationOf(other, now), other).toBeUndefined();
});

test('tokens are decoded, with every digit and when they expire', () => {
  const explained = explanationOf(
    `Bearer ${token('{"id":12345678901234567890,"exp":1700100000}')}`,
    now,
  );
  expect(explained?.title).toBe('JSON Web Token, expires in 1 day');
  expect(explained?.parts.map(({ text }) => text)).toEqual([
    '{\n  "alg": "ES256"\n}',
    '{\n  "id": 12345678901234567890,\n  "exp": 1700100000\n}',
  ]);
  expect(explained?.note).not.toMatch(/verified/i);
  expect(explanationOf(token('{"exp":1600000000}'), now)?.title).toMatch(/, expired 3 years ago$/);
  for (const exp of ['"soon"', '1e300', 'null'])
    expect(explanationOf(token(`{"exp":${exp}}`), now)?.title).toMatch(/without a time of expiry$/);
});

test('what only looks like a token is no token', () => {
  const nested = `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`;
  expect(explanationOf(token(nested), now)?.parts).toHaveLength(2);
  for (const other of [
    'ey.ey.ey',
    token('[1]'),
    token('{}', '{"typ":"JWT"}'),
    token('{"a":1'),
    `${token('{}')}.more`,
    token(`{"a":"${'x'.repeat(20_000)}"}`),
    `${part('{"alg":"a"}')}.${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64url')}.x`,
  ])
    expect(explanationOf(other, now), other.slice(0, 80)).toBeUndefined();
});
