import { bodyKinds, matchFields, parseMatch } from '@hookwell/core/match';
import { expect, test } from 'vitest';
import { jsonEntries } from '../../src/search/seen-values.ts';
import { suggest } from '../../src/search/suggestions.ts';
import { summaryOf } from '../log/summary.ts';

const requests = [
  summaryOf({ method: 'POST', path: '/orders', headers: { 'user-agent': 'Stripe/1.0' } }),
  summaryOf({
    method: 'GET',
    contentType: 'Application/json; charset=utf-8',
    headers: { 'user-agent': 'two "words"' },
    queryParams: { page: '1', 'a b': 'c' },
  }),
  {
    ...summaryOf({ method: 'POST', headers: { accept: '*/*', 'user-agent': 'Stripe/1.0' } }),
    event: 'push',
  },
];
const json = jsonEntries([
  '{"type":"invoice.paid","id":820982911946154508,"a.b":{"items":[{"n":1.50},{"n":2}]},"none":null}',
  '{"type":"invoice.paid","only":{"here":true}}',
  'no JSON',
  '{"type":"order.paid"}',
]);

const known = {
  requests,
  json,
  eventOf: ({ path }: { path?: string }) => (path === '/orders' ? 'push' : undefined),
};

/** The caret stands at the bar. */
function suggestionsAt(typed: string) {
  const caret = typed.indexOf('|');
  return suggest(typed.replace('|', ''), caret, known);
}

function labels(typed: string): string[] {
  return suggestionsAt(typed).map(({ label }) => label);
}

test('every field of the language is suggested and explained at the beginning of a word', () => {
  for (const typed of ['|', 'stripe |', '| stripe']) {
    const all = suggestionsAt(typed);
    expect(all).toHaveLength(matchFields.length + 1);
    for (const { start, explanation } of matchFields) {
      const found = all.find(({ label }) => label.replace(/^has:/, '').startsWith(start));
      expect(found?.hint, start).toBe(explanation);
    }
    expect(all[3]).toMatchObject({ label: 'has:', hint: expect.stringContaining('has:json') });
  }
  expect(labels('met|')).toEqual(['method:']);
  expect(labels('-SI|')).toEqual(['-size>', '-signature=']);
  expect(labels('rec|')).toEqual(['received>']);
});

test('values that occur are suggested, the most frequent first, and every suggestion can be read', () => {
  for (const [typed, expected] of [
    ['method:|', ['method:POST', 'method:GET']],
    ['-method:g|', ['-method:GET']],
    ['method=GET|', []],
    [
      'header.user-agent=|',
      ['header.user-agent=Stripe/1.0', String.raw`header.user-agent="two \"words\""`],
    ],
    ['header:acc|', ['header:"accept: */*"']],
    ['type=|', ['type=application/json']],
    ['path:|', ['path:/orders']],
    ['query:|', ['query:"a b=c"', 'query:page=1']],
    ['query.page=|', ['query.page=1']],
    ['ip:|', ['ip:127.0.0.1']],
    ['event=|', ['event=push']],
    ['signature:in|', ['signature=invalid', 'signature=missing']],
    ['-signature=v|', ['-signature=valid', '-signature=invalid', '-signature=unverifiable']],
    ['received>|', ['received>15m', 'received>1h', 'received>1d', 'received>7d']],
    ['json.type=|', ['json.type=invoice.paid', 'json.type=order.paid']],
    ['json.id=|', ['json.id=820982911946154508']],
    ['json["a.b"].items[0].n>=|', ['json["a.b"].items[0].n>=1.50']],
    ['body:x|', []],
    [
      'has:j|',
      [
        'has:json',
        'has:json.type',
        'has:json.id',
        'has:json["a.b"]',

        'has:json.none',
        'has:json.only',
        'has:json["a.b"].items',
        'has:json.only.here',
        'has:json["a.b"].items[0]',
        'has:json["a.b"].items[0].n',
      ],
    ],
  ] as const) {
    expect(labels(typed), typed).toEqual(expected);
    for (const { text } of suggestionsAt(typed)) expect(() => parseMatch(text)).not.toThrow();
  }
  expect(labels('has:|').slice(0, bodyKinds.length)).toEqual(
    bodyKinds.map((kind) => `has:${kind}`),
  );
});

test('names of object properties are no fields, and quoted text is taken as it is', () => {
  for (const typed of [
    'constructor:|',
    '__proto__:|',
    'header.constructor=|',
    'query.toString:|',
    '"meth|',
    "'m|",
  ]) {
    expect(labels(typed), typed).toEqual([]);
  }
});

test('any text and caret can be met', () => {
  const signs = [
    '"',
    "'",
    '\\',
    '-',
    ':',
    '=',
    '>',
    '[',
    ']',
    '.',
    ' ',
    'json',
    'has',
    'header',
    'ü',
  ];
  let seed = 7;
  for (let round = 0; round < 2_000; round++) {
    let text = '';
    for (let length = 0; length < 8; length++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += signs[seed % signs.length] ?? '';
    }
    const caret = seed % (text.length + 1);
    for (const suggestion of suggest(text, caret, known)) {
      expect(suggestion.caret).toBeLessThanOrEqual(suggestion.text.length);
    }
  }
});
