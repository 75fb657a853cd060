import { expect, test } from 'vitest';
import { bodyFaults, headFaults, requestLineFaults } from '../../../src/connections/fault-texts.ts';
import { HeadScanner } from '../../../src/connections/head-scanner.ts';
import { bodyCases } from './body-corpus.ts';
import { headCases } from './head-corpus.ts';
import { inPieces } from './in-pieces.ts';
import { readAsOurs } from './read-as-ours.ts';

/** The fault of a head, as far as it says one; its bytes come in these pieces. */
function faultOf(head: string, places: readonly number[] = []): string | undefined {
  const bytes = Buffer.from(head, 'latin1');
  const scanner = new HeadScanner();
  scanner.reset();
  let come = 0;
  for (const piece of inPieces(bytes, places)) {
    come += piece.length;
    const scanned = scanner.scan(bytes.subarray(0, come), 0, come);
    if (typeof scanned !== 'string') return scanned.detail ?? scanned.code;
  }
  return undefined;
}

test.each([
  [' GET / HTTP/1.1', requestLineFaults.method],
  ['\tGET / HTTP/1.1', requestLineFaults.method],
  ['GET\t/ HTTP/1.1', requestLineFaults.method],
  ['GET\r\n', requestLineFaults.method],
  ['G\xe9T / HTTP/1.1', requestLineFaults.method],
  ['GE:T / HTTP/1.1', requestLineFaults.method],
  [`${'M'.repeat(65)} / HTTP/1.1`, requestLineFaults.longMethod],
])('the method of %j, in one piece and in two', (head, fault) => {
  expect(faultOf(head)).toBe(`request line: ${fault}`);
  for (let place = 1; place < head.length; place += 1)
    expect(faultOf(head, [place]), `at ${place}`).toBe(`request line: ${fault}`);
});

test('a line that has not come whole says no more than is known', () => {
  const said = (head: string) => faultOf(`GET / HTTP/1.1\r\nHost: a\r\n${head}`);
  expect(said('A b')).toBe(`header line 2: ${headFaults.spaceOrMore}`);
  expect(said('A b:')).toBe(`header line 2: ${headFaults.spaceInName}`);
  expect(said('A ')).toBe(`header line 2: ${headFaults.spaceOrMore}`);
  expect(said('A :')).toBe(`header line 2: ${headFaults.spaceBeforeColon}`);
  expect(said('A b\n')).toBe(`header line 2: ${headFaults.noColon}`);
  expect(faultOf('GET /a b')).toBe(`request line: ${requestLineFaults.versionOrSpace}`);
  expect(faultOf('GET /a b HTTP/1.1\r\n')).toBe(`request line: ${requestLineFaults.spaceInTarget}`);
  expect(faultOf('GET /a b\r\n')).toBe(`request line: ${requestLineFaults.noVersion}`);
});

test('each sentence about a fault is said of something', () => {
  const said = new Set<string>();
  for (const [sent] of [...headCases, ...bodyCases]) {
    const bytes = Buffer.from(sent, 'latin1');
    const single =
      sent.length > 1000 ? [bytes] : Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    for (const pieces of [[bytes], single])
      said.add(readAsOurs(pieces).fault.replace(/^(?:request|header) line[^:]*: /, ''));
  }
  const all = [requestLineFaults, headFaults, bodyFaults].flatMap((texts) =>
    Object.values<string>(texts),
  );
  // Of a line without a readable method nobody is told.
  const untold: string[] = [requestLineFaults.method, requestLineFaults.longMethod];
  expect(all.filter((text) => !said.has(text)).sort()).toEqual(untold.sort());
});
