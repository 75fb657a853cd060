import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectHits, type Hits, textHits } from '../../../src/detail/search/hits.ts';
import { explanationOf } from '../../../src/detail/text/explained-value.tsx';
import { lineAt, syntaxRuns, textLines } from '../../../src/detail/text/text-view.tsx';
import { visiblePieces } from '../../../src/request/shown-text.tsx';

describe('lines as they are shown', () => {
  function shown(text: string, longest?: number) {
    const lines = textLines(text, longest);
    return Array.from({ length: lines.count }, (_, index) => [
      lines.numbers[index],
      lineAt(lines, index),
    ]);
  }

  test('are those of the text, long ones broken', () => {
    expect(shown('')).toEqual([[1, '']]);
    expect(shown('a\nb\r\n')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(shown('\n\n')).toEqual([
      [1, ''],
      [2, ''],
    ]);
    expect(shown('abcde\nfg', 2)).toEqual([
      [1, 'ab'],
      [0, 'cd'],
      [0, 'e'],
      [2, 'fg'],
    ]);
    expect(shown('a🙂b', 2)).toEqual([
      [1, 'a'],
      [0, '🙂'],
      [0, 'b'],
    ]);
  });

  test('lose nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '🙂', 'bc') }),
        fc.integer({ min: 2, max: 9 }),
        (text, longest) => {
          const lines = textLines(text, longest);
          const whole = Array.from({ length: lines.count }, (_, index) =>
            text.slice(lines.starts[index], lines.starts[index + 1]),
          );
          expect(whole.join('')).toBe(text);
        },
      ),
    );
  });
});

describe('characters that hide', () => {
  test('are shown by their code', () => {
    expect(visiblePieces('user\u202Etxt.exe\tx\0')).toEqual([
      { kind: 'text', text: 'user' },
      { kind: 'mark', text: '\u202e', code: 'U+202E' },
      { kind: 'text', text: 'txt.exe\tx' },
      { kind: 'mark', text: '\0', code: 'U+0000' },
    ]);
    expect(visiblePieces('a\u{e0041}')).toMatchObject([{}, { code: 'U+E0041' }]);
  });

  test('do not occur in joined emoji and plain text', () => {
    expect(visiblePieces('👩🏽‍💻 grüße ❤️‍🔥')).toHaveLength(1);
    expect(visiblePieces('a\u200db')).toHaveLength(3);
    expect(visiblePieces('')).toEqual([]);
  });
});

describe('colours', () => {
  const toned = (line: string, language: 'json' | 'xml') =>
    syntaxRuns(line, language)
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, tone }) => `${tone} ${text}`);

  test('follow the tokens of a line', () => {
    expect(toned('  "a\\"b": [1.5, true, "x:"],', 'json')).toEqual([
      'name "a\\"b"',
      'punctuation :',
      'punctuation [',
      'number 1.5',
      'punctuation ,',
      'word true',
      'punctuation ,',
      'string "x:"',
      'punctuation ],',
    ]);
    expect(toned('<a b="c">it is "x"</a><!-- d -->', 'xml')).toEqual([
      'name <a',
      'plain  b',
      'punctuation =',
      'string "c"',
      'name >',
      'plain it is "x"',
      'name </a',
      'name >',
      'comment <!-- d -->',
    ]);
  });

  test('lose nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('json', 'xml', 'plain'), (line, language) => {
        expect(
          syntaxRuns(line, language)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }),
    );
  });
});

const all = (hits: Hits) => [...hits].filter((hit) => hit !== undefined);
const slice = 64 * 1024;

test('a text is found in any case, without overlaps, at every border of a slice', () => {
  expect(all(textHits('aAa aaaa', 'AA'))).toEqual([0, 4, 6]);
  expect(all(textHits('a.b a+b', 'A+B'))).toEqual([4]);
  expect(all(textHits('anything', ''))).toEqual([]);
  expect(all(textHits('xx needle xx needle', 'needle', 4, 19))).toEqual([13]);
  for (let before = slice - 7; before <= slice + 1; before++) {
    expect(all(textHits(`${'-'.repeat(before)}Needle--`, 'needle'))).toEqual([before]);
  }
});

test('collecting stops at the most hits, and where it is no longer wanted', async () => {
  function* endless(): Hits {
    for (let hit = 0; ; hit++) {
      yield hit;
      yield undefined;
    }
  }
  const { signal } = new AbortController();
  expect(await collectHits(endless(), 3, signal)).toEqual([0, 1, 2]);
  expect(await collectHits(endless(), 0, signal)).toEqual([]);
  const stop = new AbortController();
  const stopped = collectHits(endless(), Number.POSITIVE_INFINITY, stop.signal);
  stop.abort();
  expect(await stopped).toBeUndefined();
});

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
