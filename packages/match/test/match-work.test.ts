import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BodyMatcher,
  type EventInBody,
  holdsWithBody,
  matchWork,
  parseMatch,
  RequestHead,
} from '../src/index.ts';
import { now, requestWith } from './matchable.ts';

const field = fc.constantFrom(
  'path',
  'query',
  'header',
  'body',
  'type',
  'event',
  'query.a',
  'header.a',
  'json.a',
  'json.a.a',
  'json[0]',
  'json.a.b.c',
);
const text = fc.constantFrom('x', 'aa', 'ab'.repeat(150), '1e5', 'İK', '"\n"');
const condition = fc.oneof(
  text,
  field.map((one) => `has:${one}`),
  fc.constantFrom('has:json', 'has:xml', 'has:text', 'json.a>1000', 'json.a.a<=2', 'size>1'),
  fc.tuple(field, text).map(([one, sought]) => `${one}:${sought}`),
  fc.tuple(field, text).map(([one, exact]) => `${one}=${exact}`),
);
const match = fc
  .array(
    condition.chain((one) => fc.constantFrom(one, `-${one}`, `-${one}`)),
    { maxLength: 12 },
  )
  .map((terms) => terms.join(' '));

const repeated = (parts: readonly string[], most: number) =>
  fc.record({ part: fc.constantFrom(...parts), count: fc.nat(most) });
const queries = ['%C0%80', 'a&', 'a=%41&', '+', '&', 'a=Σ&', 'a=1000&'];
const bodies = ['"a":1,', '"a":{"a":{"b":{"c":"x"}}},', '{"a":', '[0,[', 'İK', 'a', '\0', '1,'];
const longValue = `"a":{"a":"${'\\u0061x'.repeat(2000)}"},`;

test.each(['at hand', 'in chunks'])('no match takes more steps than were expected: %s', (how) => {
  fc.assert(
    fc.property(
      match,
      repeated(queries, 2000),
      repeated(queries, 300),
      repeated(['\xc3\xa9', '\xff%41', '\xc3\xa9\xff%C3%A9', 'a'], 1000),
      fc.oneof(repeated(bodies, 3000), repeated([longValue], 20)),
      fc.constantFrom('{', '[', ''),
      (written, query, header, sent, body, open) => {
        const bodyText = open + body.part.repeat(body.count) + (open === '{' ? '"a":1}' : '');
        const event: EventInBody = {
          mostCharacters: 65_536,
          eventOf: (start) => start.slice(0, 5),
        };
        const headers = Array.from({ length: header.count }, () => ['a', header.part] as const);
        const request = requestWith({
          query: query.part.repeat(query.count),
          path: `/${sent.part.repeat(sent.count)}`,
          headers,
          bodySize: bodyText.length,
          event,
        });
        const read = parseMatch(written);
        const head = new RequestHead(request);
        if (how === 'at hand') holdsWithBody(read, head, bodyText, now);
        else {
          const matcher = new BodyMatcher(read, head, now);
          for (let at = 0; at < bodyText.length; at += 1500) {
            matcher.push(bodyText.slice(at, at + 1500));
          }
          matcher.end();
        }
        const { method, path, ipAddress } = request;
        const lengths = method.length + path.length + request.query.length + ipAddress.length;
        const size = {
          head: lengths + header.count * (header.part.length + 5),
          body: bodyText.length,
        };
        expect(head.work.steps).toBeLessThanOrEqual(matchWork(read, size));
      },
    ),
    { numRuns: 300 },
  );
});

test('what is derived from a request is derived once', () => {
  const query = 'a=%C3%A9&'.repeat(3000);
  const stepsOf = (written: string) => {
    const head = new RequestHead(requestWith({ query }));
    holdsWithBody(parseMatch(written), head, '', now);
    return head.work.steps;
  };
  const times = (count: number, term: string) => Array(count).fill(term).join(' ');
  for (const term of ['-query.b:x', 'query:é', '-query.b=1']) {
    expect(stepsOf(times(60, term))).toBeLessThan(3 * stepsOf(term) + 60 * query.length * 2);
  }
  // Values of another name are not looked at.
  expect(stepsOf(times(60, '-query.b:x'))).toBeLessThan(stepsOf('-query.b:x') + 60 * 100);
});

test('a match begins in steps, and goes on wherever it is asked', () => {
  const request = requestWith({ query: 'a=1', bodySize: 3 });
  const written = 'query.a=1 method:POST body:abc';
  for (const steps of [0, 1, 2, 9]) {
    const matcher = new BodyMatcher(parseMatch(written), request, now);
    const beginning = matcher.begin();
    for (let step = 0; step < steps; step++) beginning.next();
    matcher.push('abc');
    expect([...beginning]).toEqual([]);
    expect(matcher.end()).toBe(true);
  }
});
