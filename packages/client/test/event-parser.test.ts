import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../bodies/test/any-character.ts';
import { EventParser } from '../src/stream/event-parser.ts';

const encoder = new TextEncoder();

/** The text's bytes, cut into pieces of these lengths, over and over. */
function cut(text: string, lengths: readonly number[]): Uint8Array[] {
  const bytes = encoder.encode(text);
  const pieces: Uint8Array[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + (lengths[turn % lengths.length] ?? bytes.length);
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

function parse(text: string, lengths: readonly number[] = []): string[] {
  const parser = new EventParser();
  return cut(text, lengths).flatMap((piece) => parser.push(piece));
}

test.each([
  ['one line', 'data: a\n\n', ['a']],
  ['only one space is the format’s', 'data:  a\n\ndata:b\n\n', [' a', 'b']],
  ['some lines', 'data: a\ndata: b\ndata\ndata:\n\n', ['a\nb\n\n']],
  ['an empty one', 'data\n\ndata:\n\n', ['', '']],
  ['every line end', 'data: a\r\n\r\ndata: b\r\rdata: c\n\ndata: d\r\n\n', ['a', 'b', 'c', 'd']],
  ['comments', ': hello\n\n:\ndata: a\n: b\n\n', ['a']],
  ['other fields', 'id: 1\nevent: x\nretry: 5\ndatabase: y\n\ndata: a\nid\n\n', ['a']],
  ['no end', 'data: a\n\ndata: b\n', ['a']],
  ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
])('%s', (_, text, events) => {
  expect(parse(text)).toEqual(events);
  expect(parse(text, [1])).toEqual(events);
});

describe('cut anywhere', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const line = fc.string({ unit: anyCharacter }).map((text) => text.replace(/[\r\n]/g, '€'));
  const event = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    comment: fc.option(line),
    end: lineEnd,
  });

  test('every event comes whole and once', () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (events, lengths) => {
          const text = events.map(({ lines, comment, end }) => {
            const all = lines.map((each) => `data: ${each}`);
            if (comment !== null) all.unshift(`:${comment}`);
            return `${all.join(end)}${end}${end}`;
          });
          const expected = events.map(({ lines }) => lines.join('\n'));
          expect(parse(text.join(''), lengths)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('a huge event comes whole', () => {
  const text = `data: ${'"€uro\\n'.repeat(500_000)}\n\n`;
  const [event] = parse(text, [65_536]);
  expect(event?.length).toBe(3_500_000);
});
