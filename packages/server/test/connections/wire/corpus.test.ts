import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOn } from './agreement.ts';
import { bodyCases } from './body-corpus.ts';
import { refusedByNode, refusedByOurs, unknownDifference } from './differences.ts';
import { headCases } from './head-corpus.ts';
import { oddStream } from './odd-streams.ts';
import { readAsOurs } from './read-as-ours.ts';
import { textOf } from './reading-text.ts';

const shown = (sent: string) => JSON.stringify(sent.length > 300 ? `${sent.slice(0, 300)}…` : sent);

describe.each([
  ['heads', headCases],
  ['bodies', bodyCases],
])('%s that some servers take for something else', (_name, cases) => {
  test('are read, or refused by line and fault', () => {
    for (const [sent, read] of cases) {
      const { requests, end, why, fault } = readAsOurs([Buffer.from(sent, 'latin1')]);
      expect(textOf(requests, end === 'refused' ? fault || why : end), shown(sent)).toBe(read);
    }
  });

  test('are read as Node reads them, but for the differences that are known', () => {
    for (const [sent] of cases)
      expect(unknownDifference(agreementOn(Buffer.from(sent, 'latin1'))), shown(sent)).toBe('');
  });
});

test('each known difference is one of theirs', () => {
  const met = new Set<string>();
  for (const [sent] of [...headCases, ...bodyCases]) {
    const agreement = agreementOn(Buffer.from(sent, 'latin1'));
    if (agreement.kind === 'ours refuses') met.add(agreement.why);
    else if (agreement.kind === 'node refuses')
      for (const { name, why } of refusedByNode) if (why.test(agreement.why)) met.add(name);
    if (agreement.kind.endsWith('closes')) met.add(agreement.kind);
  }
  const known = [...refusedByOurs.keys(), ...refusedByNode.map(({ name }) => name)];
  expect([...met].sort()).toEqual([...known, 'node closes', 'ours closes'].sort());
});

test('the service refuses, or reads as Node does, whatever clients send, but for the differences that are known', () => {
  fc.assert(
    fc.property(oddStream, (text) => {
      expect(unknownDifference(agreementOn(Buffer.from(text, 'latin1')))).toBe('');
    }),
    { numRuns: 3000, seed: 1 },
  );
});
