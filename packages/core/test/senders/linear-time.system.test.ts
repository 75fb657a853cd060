import { expect, it } from 'vitest';
import { describe, mostCharacters } from '../../src/senders/describe.ts';
import { timeRatio } from '../time-ratio.ts';

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded'];

function describeAll(text: string): void {
  for (const mediaType of mediaTypes) {
    const request = { headers: [], mediaType, body: { text, isWhole: true } };
    expect(describe(request).sender).toBeUndefined();
  }
}

/** The first characters are looked at, in linear time: in the square they would take 16 times as long as in sixteen bodies. */
it.each([
  ['nested lists', '', '['],
  ['nested lists with commas', '', '[1,'],
  ['nested objects', '', '{"event":'],
  ['quotes', '{"', '\\"'],
  ['tags', '', '<a '],
  ['comments', '', '<!--'],
  ['declarations', '', '<!a>'],
  ['envelopes', '', '<Envelope><Body>'],
  ['prefixes', '<', 'a:'],
  ['attributes', '<a ', 'b="c" '],
  ['white space', '', ' '],
  ['fields', '', 'event&'],
  ['many members', '{', '"a":{},'],
])('a body of %s takes time for its first part alone', async (_name, start, part) => {
  const filled = (length: number) => start + part.repeat(length / part.length);
  const [short, long] = [filled(mostCharacters / 16), filled(16 * mostCharacters)];
  const inParts = () => {
    for (let count = 0; count < 16; count++) describeAll(short);
  };
  expect(await timeRatio(() => describeAll(long), inParts, 8)).toBeLessThan(8);
});
