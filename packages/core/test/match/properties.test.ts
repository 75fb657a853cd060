import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BodyMatcher,
  holdsIn,
  holdsWithBody,
  type Match,
  type MatchCondition,
  MatchedHead,
  type MatchField,
  parseMatch,
  printMatch,
  WholeBody,
} from '../../src/match/index.ts';
import { anyCharacter } from '../any-character.ts';
import { now, requestWith } from './matchable.ts';

const hostileText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'"\'\\:=<>- .[]aΣςİK\ud800\udc00\n\u00a0') }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: anyCharacter }),
);
const plainFields = ['method', 'path', 'query', 'header', 'body', 'type', 'ip', 'event'] as const;
const jsonPath = fc.array(fc.oneof(hostileText, fc.nat().map(String)), {
  minLength: 1,
  maxLength: 4,
});
const field: fc.Arbitrary<MatchField> = fc.oneof(
  fc.record({ name: fc.constantFrom(...plainFields) }),
  fc.record({
    name: fc.constant('header.NAME' as const),
    key: hostileText.map((text) => text.toLowerCase()),
  }),
  fc.record({ name: fc.constant('query.NAME' as const), key: hostileText }),
  fc.record({ name: fc.constant('json.PATH' as const), path: jsonPath }),
);
const condition: fc.Arbitrary<MatchCondition> = fc.oneof(
  fc.record({ kind: fc.constant('word' as const), text: hostileText }),
  fc.record({ kind: fc.constant('has' as const), field }),
  fc.record({ kind: fc.constant('has-kind' as const), bodyKind: fc.constantFrom('json', 'text') }),
  fc.record({
    kind: fc.constant('field' as const),
    field,
    operator: fc.constantFrom(':', '='),
    text: hostileText,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    field: fc.record({ name: fc.constant('size' as const) }),
    operator: fc.constantFrom('>', '>=', '<', '<='),
    text: fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => JSON.stringify(number)),
  }),
);
const terms = fc.array(fc.record({ isNegated: fc.boolean(), condition }), { maxLength: 6 });

function matchOf(list: readonly { isNegated: boolean; condition: MatchCondition }[]): Match {
  return { terms: list.map((term) => ({ ...term, start: 0, end: 0 })) };
}

test('a printed match reads back as the same terms', () => {
  fc.assert(
    fc.property(terms, (list) => {
      const read = parseMatch(printMatch(matchOf(list)));
      expect(
        read.terms.map(({ isNegated, condition: { ...read } }) => ({ isNegated, condition: read })),
      ).toEqual(list);
    }),
    { numRuns: 300 },
  );
});

describe('bodies', () => {
  const jsonText = fc.json({ maxDepth: 4 });
  const body = fc.oneof(
    jsonText,
    hostileText,
    jsonText.map((text) => `\uFEFF ${text} `),
  );
  const short = fc.string({ unit: fc.constantFrom(...'aA0."\\é[]{}:,'), maxLength: 3 });
  const bodyCondition: fc.Arbitrary<MatchCondition> = fc.oneof(
    fc.record({ kind: fc.constant('word' as const), text: short }),
    fc.record({
      kind: fc.constant('has-kind' as const),
      bodyKind: fc.constantFrom('json', 'xml', 'text', 'binary', 'empty'),
    }),
    fc.record({
      kind: fc.constant('field' as const),
      field: fc.record({ name: fc.constant('body' as const) }),
      operator: fc.constantFrom(':', '='),
      text: short,
    }),
    fc.record({
      kind: fc.constant('field' as const),
      field: fc.record({ name: fc.constant('json.PATH' as const), path: fc.array(short) }),
      operator: fc.constantFrom(':', '='),
      text: short,
    }),
  );
  const request = (text: string) => requestWith({ bodySize: text.length });

  test('a minus sign finds exactly the others', () => {
    fc.assert(
      fc.property(bodyCondition, body, (one, text) => {
        const [plain, negated] = [false, true].map((isNegated) =>
          holdsWithBody(matchOf([{ isNegated, condition: one }]), request(text), text, now),
        );
        expect(plain).toBe(!negated);
      }),
      { numRuns: 300 },
    );
  });

  test('chunks of any size give the same as the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isNegated: fc.boolean(), condition: bodyCondition }), {
          maxLength: 4,
        }),
        body,
        fc.array(fc.nat(7), { minLength: 1 }),
        (list, text, sizes) => {
          const match = matchOf(list);
          const matcher = new BodyMatcher(match, request(text), now);
          const characters = [...text];
          for (let at = 0, turn = 0; at < characters.length; turn++) {
            const size = 1 + (sizes[turn % sizes.length] ?? 0);
            matcher.push(characters.slice(at, at + size).join(''));
            at += size;
          }
          expect(matcher.end()).toBe(holdsWithBody(match, request(text), text, now));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a body that several matches share gives each the same', () => {
    const list = fc.array(fc.record({ isNegated: fc.boolean(), condition: bodyCondition }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), body, (lists, text) => {
        const matches = lists.map(matchOf);
        const paths = matches.flatMap(({ terms: all }) =>
          all.flatMap(({ condition: one }) =>
            'field' in one && one.field.name === 'json.PATH' ? [one.field.path] : [],
          ),
        );
        const whole = new WholeBody(text, true, paths);
        for (const match of matches) {
          expect(holdsIn(match, new MatchedHead(request(text)), whole, now)).toBe(
            holdsWithBody(match, request(text), text, now),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
