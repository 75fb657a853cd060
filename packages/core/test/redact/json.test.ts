import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactJson } from '../../src/json/json-text.ts';
import { anyCharacter } from '../any-character.ts';
import { shared, sharedJson, withBody } from './requests.ts';

describe('of JSON', () => {
  test.each([
    [
      'digits stay',
      '{"a": 820982911946154508, "b": 1.0e+2}',
      '{"a":820982911946154508,"b":1.0e+2}',
    ],
    ['order and repeats stay', '{"b":1,"a":2,"b":3}', '{"b":1,"a":2,"b":3}'],
    ['escapes stay', '{"\\u0061":"\\u00e9\\/\\ud800"}', '{"\\u0061":"\\u00e9\\/\\ud800"}'],
    ['a name hides its value', '{"access_token":"x"}', '{"access_token":"•••"}'],
    ['a name hides its subtree', '{"auth": {"x": [1, {"y": 2}]}, "z": 1}', '{"auth":"•••","z":1}'],
    ['numbers and truth values are hidden', '{"cvv":123,"otp":true}', '{"cvv":"•••","otp":"•••"}'],
    ['names with a question mark', '{"u":"/?a=1&token?b=x"}', '{"u":"/?a=1&token?b=•••"}'],
    ['null tells nothing', '{"token":null}', '{"token":null}'],
    ['names with escapes', '{"\\u0074oken":"x"}', '{"\\u0074oken":"•••"}'],
    ['names without case and separators', '{"A-P.i_KEY":"x"}', '{"A-P.i_KEY":"•••"}'],
    ['full-width names', '{"ｔｏｋｅｎ":"x"}', '{"ｔｏｋｅｎ":"•••"}'],
    ['names with what is not seen', '{"to\u00adke\u0301n":"x"}', '{"to\u00adke\u0301n":"•••"}'],
    [
      'names at the end',
      '{"key":1,"bypass":1,"sig":1,"keys":1}',
      '{"key":"•••","bypass":"•••","sig":"•••","keys":1}',
    ],
    [
      'a secret in a list',
      '[[{"pass":"x"},1],{"a":{"sig":{}}}]',
      '[[{"pass":"•••"},1],{"a":{"sig":"•••"}}]',
    ],
    ['URLs', '{"u":"https://h/p?a=1&token=x&b=2#c"}', '{"u":"https://h/p?a=1&token=•••&b=2#c"}'],
    ['URLs in texts', '{"u":"at https://h?sig=x, or <b>"}', '{"u":"at https://h?sig=•••"}'],
    ['users of URLs', '{"u":"postgres://me:x@h/db"}', '{"u":"postgres://•••@h/db"}'],
    ['an & that was not encoded', '{"u":"/?token=x&y&b=2"}', '{"u":"/?token=•••&b=2"}'],
    ['URLs in URLs', '{"u":"/?n=%2Fa%3Ftoken%3Dx&b=%20"}', '{"u":"/?n=%2Fa%3Ftoken%3D•••&b=%20"}'],
    [
      'JSON in strings',
      '{"s":"{\\"token\\": \\"x\\", \\"n\\": 1.0}"}',
      '{"s":"{\\"token\\":\\"•••\\",\\"n\\":1.0}"}',
    ],
    [
      'JSON that is cut',
      '{"s":"{\\"a\\": 1, \\"token\\": \\"x"}',
      '{"s":"{\\"a\\": 1, \\"token\\":•••"}',
    ],
    ['names that are URLs', '{"/?token=x":1}', '{"/?token=•••":"•••"}'],
    ['base64 is no pair', '{"s":"YXV0aGtleQ=="}', '{"s":"YXV0aGtleQ=="}'],
  ])('%s', (_, sent, expected) => {
    expect(sharedJson(sent)).toBe(expected);
  });

  test('every value is hidden by its kind, and names and shapes stay', () => {
    expect(
      sharedJson('{"a": "x", "token": [1, true, null, {"b": false}], "c": []}', {
        redact: 'values',
      }),
    ).toBe('{"a":"•••","token":[0,false,null,{"b":false}],"c":[]}');
    expect(sharedJson('12', { redact: 'values' })).toBe('0');
  });

  test('further names are compared as all are', () => {
    expect(
      sharedJson('{"tax_id":1,"taxIds":2,"order":{"Tax.ID":3}}', { fields: ['TAX-id', '', '_'] }),
    ).toBe('{"tax_id":"•••","taxIds":2,"order":{"Tax.ID":"•••"}}');
  });

  test('texts that nobody may see are hidden wherever they stand', () => {
    const token = 'q3b0x7k2m9v4';
    const sent = `{"${token}":"at /wh/${token.toUpperCase()}/x", "n":"\\u00713b0x7k2m9v4", "u":"%2Fwh%2F%71${token.slice(1)}", "d":[1234567890123]}`;
    expect(sharedJson(sent, { hidden: [token, '4567890'] })).toBe(
      '{"•••":"at /wh/•••/x","n":"•••","u":"%2Fwh%2F•••","d":["•••"]}',
    );
  });
});

test.each([
  ['text/plain', '{"token":"x"}', '{"token":"•••"}'],
  ['application/x-www-form-urlencoded', '{"a":"b=c","token":"x"}', '{"a":"b=c","token":"•••"}'],
  ['application/vnd.api+json', '"x"', '"x"'],
  ['text/plain', '"x"', undefined],
  ['application/json', '{"token":"x"', undefined],
  ['application/json', '', undefined],
  ['application/json; charset=utf-7', '{"token":"x"}', undefined],
  ['application/json', Uint8Array.of(0x22, 0xff, 0x22), undefined],
  ['application/json', Buffer.from('{"token":"x"}', 'utf16le'), undefined],
  [
    'application/json; charset=utf-16',
    Buffer.from('\ufeff{"token":"ü","a":"ü"}', 'utf16le'),
    '{"token":"•••","a":"ü"}',
  ],
  [
    'application/json; charset=utf-16be',
    Buffer.from('{"otp":"x"}', 'utf16le').swap16(),
    '{"otp":"•••"}',
  ],
  ['application/json; charset=utf-16', Buffer.from('00d8', 'hex'), undefined],
  ['application/json', '\ufeff{"token":"x"}', '{"token":"•••"}'],
  ['application/x-ndjson', '{"a":1}\n{"token":"x"}', undefined],
  ['application/xml', '<token>x</token>', undefined],
])('%s: what is read exactly is shown: %s', (type, body, expected) => {
  expect(shared(withBody(type, body)).body.text).toBe(expected);
  expect(shared(withBody(type, body)).body.form).toBeUndefined();
});

test('a body that is too long, or was left out, is left out but for its type and size', () => {
  const long = withBody('application/json', `"${'a'.repeat(2 ** 20)}"`);
  const body = { contentType: 'application/json', size: 2 ** 20 + 2 };
  expect(shared(long).body).toEqual(body);
  expect(shared({ ...long, body: undefined }).body).toEqual(body);
});

interface Written {
  sent: string;
  secrets: string;
  values: string;
}

const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');
const word = fc.string({ unit: fc.constantFrom(...'abnz 1é/\\"\n\ud800😀%+[{') });
const text = word.map((each) => JSON.stringify(each));
const digits = fc.constantFrom('0', '-0', '1.10', '12345678901234567890', '1E+400', '-2.50e-7');
const scalar = fc.oneof(
  text.map((sent) => ({ sent, secrets: sent, values: '"•••"' })),
  digits.map((sent) => ({ sent, secrets: sent, values: '0' })),
  fc.constantFrom('true', 'false').map((sent) => ({ sent, secrets: sent, values: 'false' })),
  fc.constant({ sent: 'null', secrets: 'null', values: 'null' }),
);
const memberName = fc.oneof(
  { weight: 3, arbitrary: word.map((name) => ({ name: JSON.stringify(name), isSecret: false })) },
  fc.constantFrom('"my_key"', '"AUTH"', '"c\\u0061rd"').map((name) => ({ name, isSecret: true })),
);

function joined(open: string, close: string, parts: (Written & { space: string })[]): Written {
  return {
    sent: open + parts.map((part) => `${part.space}${part.sent}${part.space}`).join(',') + close,
    secrets: open + parts.map((part) => part.secrets).join(',') + close,
    values: open + parts.map((part) => part.values).join(',') + close,
  };
}

const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(fc.tuple(tie('tree'), space), { maxLength: 4 }).map((items) =>
      joined(
        '[',
        ']',
        items.map(([item, around]) => ({ ...item, space: around })),
      ),
    ),
    fc.array(fc.tuple(memberName, tie('tree'), space), { maxLength: 4 }).map((members) =>
      joined(
        '{',
        '}',
        members.map(([{ name, isSecret }, value, around]) => ({
          space: around,
          sent: `${name}${around}:${around}${value.sent}`,
          secrets: `${name}:${isSecret && value.sent !== 'null' ? '"•••"' : value.secrets}`,
          values: `${name}:${value.values}`,
        })),
      ),
    ),
  ),
}));

test('any JSON is shown token by token as it was sent, but for what is hidden', () => {
  fc.assert(
    fc.property(tree, space, ({ sent, secrets, values }, around) => {
      expect(sharedJson(around + sent + around)).toBe(secrets);
      expect(sharedJson(around + sent + around, { redact: 'values' })).toBe(values);
    }),
    { numRuns: 100 },
  );
});

/** By chance a name may tell of a secret. */
const tellsOfSecret =
  /token|secret|password|passwd|apikey|auth|signature|session|credential|card|cvv|otp|key|pass|sig/i;

test('JSON of any other names stays whole', () => {
  const other = fc.json({ stringUnit: anyCharacter }).filter((json) => !tellsOfSecret.test(json));
  fc.assert(
    fc.property(other, (json) => {
      expect(sharedJson(json)).toBe(compactJson(json));
    }),
    { numRuns: 100 },
  );
});
