import { readSchema } from '@hookwell/schemas';
import { expect, test } from 'vitest';
import { CheckPrinter } from '../../src/schemas/check-requests.ts';
import { CheckTally } from '../../src/schemas/check-tally.ts';
import { endsWithin, type JudgedRequest, judgeBodies } from '../../src/schemas/judge-bodies.ts';

const runaway = readSchema({ properties: { note: { pattern: '^(a+)+$' } } }, { patterns: 'taken' });

const receivedAt = '2026-03-01T12:00:00.000Z';

function judged(notes: readonly string[], event?: string): JudgedRequest[] {
  const requests = notes.map((note, index) => ({
    ...{ id: index + 1, receivedAt, text: JSON.stringify({ note }) },
    ...(event !== undefined && { event }),
  }));
  return judgeBodies(requests, () => runaway, 600);
}

test('a body that takes too long is left, and the others are judged', () => {
  const found = judged(['aa', `${'a'.repeat(60)}b`, 'b', 'aaa']);
  expect(found.map(({ request, finding }) => [request.id, finding.verdict])).toEqual([
    [1, 'holds'],
    [2, 'none'],
    [3, 'differs'],
    [4, 'holds'],
  ]);
  expect(found[1]).toMatchObject({
    finding: { reason: 'Judging takes more than 0.6 s' },
    isTooDear: true,
  });
});

test('it never counts as a success', async () => {
  const notes: string[] = [];
  const display = { isTerminal: false, hasColours: false, columns: 80 };
  const printer = new CheckPrinter(false, {
    write: async () => {},
    note: (line) => void notes.push(line),
    output: display,
  });
  const tally = new CheckTally();
  const found = judged(['a', `${'a'.repeat(60)}b`]);
  for (const one of found) tally.add(one);
  await printer.print(found);
  expect(notes).toEqual(['#2 is left: Judging takes more than 0.6 s']);
  const none = () => Promise.reject(new Error('none'));
  await expect(printer.end(tally, none)).rejects.toThrow('1 request could not be judged in time');
});

test('errors of the work are thrown on', () => {
  const wrong = () => {
    throw new RangeError('wrong');
  };
  expect(() => endsWithin(1000, wrong)).toThrow(RangeError);
  expect(endsWithin(1000, () => {})).toBe(true);
});

test('senders may choose any number of events: what is kept of them is bounded', () => {
  const tally = new CheckTally();
  for (let index = 0; index < 3000; index += 1) {
    const reason = `The description has no webhook "${index}"`;
    const request = { id: index + 1, receivedAt, event: `event ${index}`, text: '{}' };
    tally.add({ request, finding: { verdict: index % 2 === 0 ? 'holds' : 'none', reason } });
  }
  expect(tally.fitting).toBe(1500);
  expect(tally.events).toHaveLength(1001);
  expect(tally.events.at(-1)).toMatchObject({ event: 'further events', fitting: 1000 });
  expect([...tally.reasons].at(-1)).toEqual(['for other reasons', 1480]);
});
