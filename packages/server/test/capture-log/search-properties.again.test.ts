import { bodyText } from '@hookwell/core/http/body-text';
import { holdsWithBody, type Match, printWord } from '@hookwell/core/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { now } from '../../../core/test/match/matchable.ts';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import { contentTypeOf } from '../../src/sent-request/body.ts';
import { parseHeaders } from '../../src/sent-request/head.ts';
import { searchedRequest } from '../../src/sent-request/searched-request.ts';
import { stored, withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';
import { idsOf, searchAll, searchQuery } from './search-fixture.ts';

// Few characters, so that texts meet; with those that stored texts, escapes and charsets show in other ways.
const character = fc.constantFrom(
  ...'abAB "\\/+%\0\n{}:é€\u212a\u0130ßΣ',
  'u0061',
  '%61',
  '\\u0061',
);
const text = fc.string({ unit: character, maxLength: 8 });

const contentType = fc.constantFrom(
  ...['', 'text/plain', 'application/json; charset=utf-8', 'text/plain; charset=iso-8859-1'],
  ...[
    'text/plain; charset=utf-16',
    'x/y; charset="utf-\\16le"',
    'a/b;charset=utf-8;charset=utf-16',
  ],
  ...['application/xml', 'text/xml; charset=ISO-2022-JP', 'text/plain; charset=shift_jis'],
);

const bytes = fc.oneof(
  text.map((whole) => Buffer.from(whole)),
  text.map((whole) => Buffer.from(whole, 'utf16le')),
  text.map((whole) => Buffer.from(`\ufeff${whole}`, 'utf16le')),
  text.map((whole) => Buffer.from(whole, 'latin1')),
  fc.tuple(text, text).map(([name, value]) => Buffer.from(JSON.stringify({ [name]: value }))),
  fc
    .tuple(fc.uint8Array({ maxLength: 4 }), text)
    .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part)))),
  text.map((whole) => Buffer.from(`${'x'.repeat(9000)}${whole}`)),
);

const capture = fc
  .record({
    method: fc.constantFrom('GET', 'POST'),
    path: text.map((whole) => (whole === '' ? '' : `/${whole.replaceAll('?', '')}`)),
    query: text,
    header: text.map((value) => value.replaceAll(/[\0\n]/g, '')),
    contentType,
    body: bytes,
  })
  .map(({ method, path, query, header, contentType, body }) =>
    newCapture(0, {
      method,
      target: `/wh/token${path}${query === '' ? '' : `?${query}`}`,
      headers: JSON.stringify([
        ...(contentType === '' ? [] : ['Content-Type', contentType]),
        ...['Note', header],
      ]),
      receivedAt: now,
      body,
    }),
  );

const term = fc
  .record({
    minus: fc.constantFrom('', '', '', '-'),
    field: fc.constantFrom(
      '',
      '',
      'body:',
      'body=',
      'path:',
      'query:',
      'header.note:',
      'json.a:',
      'json.b=',
    ),
    text: fc.string({ unit: character, minLength: 1, maxLength: 3 }),
  })
  .map(({ minus, field, text }) => `${minus}${field}${printWord(text)}`);
const match = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '));

test('a search finds the rows for which the match holds, whatever their bytes', async () => {
  const { store } = open;
  await fc.assert(
    fc.asyncProperty(
      fc.array(capture, { minLength: 20, maxLength: 20 }),
      fc.array(match, { minLength: 8, maxLength: 8 }),
      async (captures, texts) => {
        const { accountId, endpointId } = await addAccountWithEndpoint(store);
        const ids = stored(
          await Promise.all(
            captures.map((capture) => store.captures.append({ ...capture, endpointId })),
          ),
        );
        for (const text of texts) {
          const query = searchQuery(text, { order: 'oldestFirst' });
          const expected = ids.filter((id, index) =>
            matchesWhole(query.match, id, captures[index] ?? newCapture(0)),
          );
          const { found } = await searchAll(store, { accountId }, query);
          expect(idsOf(found), text).toEqual(expected);
          expect(found.every(({ isCertain }) => isCertain)).toBe(true);
        }
      },
    ),
    { numRuns: 6 },
  );
});

const open = withStore();

/** The same by the whole text of the body, without any test of its bytes. */
function matchesWhole(match: Match, id: number, capture: NewCapture): boolean {
  const type = contentTypeOf(parseHeaders(capture.headers));
  const text = bodyText(Buffer.concat(capture.body), type).text;
  return holdsWithBody(match, searchedRequest({ ...capture, id }), text, now);
}
