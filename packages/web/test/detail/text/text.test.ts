import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
