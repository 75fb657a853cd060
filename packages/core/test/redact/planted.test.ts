import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestToShare } from '../../src/redact/index.ts';
import { shared, withBody } from './requests.ts';
import { partsToldOf } from './told.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const half = fc.string({ unit: fc.constantFrom(...letters), minLength: 10, maxLength: 14 });
/** A secret in two parts, with something between them that ends values somewhere. */
const secret = fc
  .tuple(
    half,
    fc.constantFrom(
      '',
      ' ',
      '&',
      ';',
      '=',
      '"',
      "'",
      '#',
      '%',
      '\\',
      '\n',
      'é',
      '<',
      '/',
      '?',
      ',',
      '😀',
    ),
    half,
  )
  .map(([start, between, end]) => ({ text: start + between + end, halves: [start, end] }));

const secretWord = fc.constantFrom(
  ...[
    'accesstoken',
    'clientsecret',
    'password',
    'passwd',
    'xapikey',
    'oauth',
    'signature',
    'sessionid',
  ],
  ...['credentials', 'cardnumber', 'cvv', 'otpcode', 'signingkey', 'userpass', 'sig', 'taxid'],
);
/** A secret name as senders may write it. */
const secretName = fc
  .tuple(secretWord, fc.infiniteStream(fc.nat({ max: 9 })))
  .map(([word, stream]) =>
    [...word]
      .map((letter, index) => {
        const { value } = stream.next();
        const cased = value % 2 === 0 ? letter : letter.toUpperCase();
        return index > 0 && value > 6 ? ['-', '_', '.'][value - 7] + cased : cased;
      })
      .join(''),
  );
const wideName = secretName.map((name) =>
  name.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
);
/** A dot in a name may stand between its parts. */
const undottedName = secretName.map((name) => name.replaceAll('.', '-'));
const pathName = fc.oneof(
  secretName,
  wideName,
  secretName.map((name) => `user[${name}]`),
  secretName.map((name) => `${name}[]`),
  undottedName.map((name) => `${name}.a`),
  undottedName.map((name) => `a.${name}[0]`),
);

/** A text with any of its characters written by an encoding. */
function sprinkled(text: string, encode: (character: string) => string, mask: number): string {
  return [...text]
    .map((each, index) => ((mask >> (index % 16)) & 1 ? encode(each) : each))
    .join('');
}

const jsonEscape = (text: string) =>
  [...text]
    .flatMap((each) => Array.from({ length: each.length }, (_, index) => each.charCodeAt(index)))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');
const percentEscape = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
const inJson = (text: string, mask: number) =>
  `"${[...text].map((each, index) => ((mask >> (index % 16)) & 1 ? jsonEscape(each) : JSON.stringify(each).slice(1, -1))).join('')}"`;
const inQuery = (text: string, mask: number) =>
  sprinkled(text, percentEscape, mask).replace(/[^\w.~%[\]-]/gu, (each) =>
    each === '%' ? each : encodeURIComponent(each),
  );
/** Where percent signs are a part of the text itself. */
const queryOf = (name: string, value: string, mask: number) =>
  `a=1&${inQuery(name, mask)}=${inQuery(value.replaceAll('%', '%25'), mask)}&b=2`;

interface Planting {
  name: string;
  value: string;
  mask: number;
}

/** JSON that has a secret under its name, in other containers. */
const jsonValues: ((planting: Planting) => string)[] = [
  ({ name, value, mask }) => `{"a":1,${inJson(name, mask)} : ${inJson(value, mask)},"b":[]}`,
  ({ name, value, mask }) => `[[{${inJson(name, mask)}:[1,{"a":${inJson(value, mask)}}]}]]`,
];
/** The same, and a name that is part of its subtree. */
const jsonWith: typeof jsonValues = [
  ...jsonValues,
  ({ name, value, mask }) => `{"a":{${inJson(name, mask)}:{${inJson(value, mask)}:null}}}`,
];
const urlWith = ({ name, value, mask }: Planting) =>
  `https://h.example/p?${queryOf(name, value, mask)}#f`;
/** Texts that have a secret in them. */
const textWith: ((planting: Planting) => string)[] = [
  ...jsonWith,
  urlWith,
  (planting) => `/p?next=${encodeURIComponent(urlWith(planting))}&c=3`,
  (planting) => `https://h.example/cb#x=1&${queryOf(planting.name, planting.value, planting.mask)}`,
  (planting) => `see ${urlWith(planting)}, or <a href="${urlWith(planting)}">there</a>`,
  (planting) => `?data=${encodeURIComponent(jsonWith[0]?.(planting) ?? '')}`,
  (planting) => JSON.stringify({ inner: jsonWith[0]?.(planting) }),
  (planting) => JSON.stringify(JSON.stringify([urlWith(planting)])),
  (planting) => `https://h.example/?${planting.name}=${planting.value}`,
  (planting) => `${jsonWith[0]?.(planting).slice(0, -2)} was cut`,
  ({ value, mask }) => `https://user:${inQuery(value.replaceAll('%', '%25'), mask)}@h.example/`,
  ({ value, mask }) => `at //user:${inQuery(value.replaceAll('%', '%25'), mask)}@h.example`,
  ({ name, value, mask }) => `the ${name} = ${inQuery(value, mask)}`,
];

const form = 'application/x-www-form-urlencoded';
const part = (disposition: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n--b--`;
const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Requests that have a text somewhere in which is a secret. */
const asValues: ((text: string) => Partial<RequestToShare>)[] = [
  (text) => ({ query: `q=${encodeURIComponent(text)}` }),
  (text) => ({ headers: [['X-Note', text]] }),
  (text) => withBody('application/json', JSON.stringify({ note: [text] })),
  (text) => withBody(form, `q=1&note=${encodeURIComponent(text)}`),
  (text) => withBody('multipart/form-data; boundary=b', part('name="note"', text)),
  (text) => withBody('text/plain', text),
  (text) => withBody(form, text),
  (text) => ({ path: `/${text}` }),
];
const around: typeof asValues = [
  ...asValues,
  (text) => withBody('application/json; charset=utf-16', utf16(JSON.stringify({ [text]: 1 }))),
];

/** Requests that have a secret as the value of a name. */
const byName: ((planting: Planting) => Partial<RequestToShare>)[] = [
  ({ name, value, mask }) => ({ query: queryOf(name, value, mask) }),
  ({ name, value }) => ({ query: `${name}=${value}` }),
  ({ name, value, mask }) => withBody(form, queryOf(name, value, mask)),
  ({ name, value, mask }) => withBody(`${form}; charset=utf-16`, utf16(queryOf(name, value, mask))),
  ({ name, value }) =>
    withBody('multipart/form-data; boundary=b', part(`name=${quoted(name)}`, value)),
  ({ name, value }) =>
    withBody('multipart/form-data; boundary=b', part(`name*=utf-8''${percentEscape(name)}`, value)),
  ...jsonValues.flatMap(jsonBodies),
  (planting) => withBody('application/json', utf16(jsonValues[0]?.(planting) ?? '')),
  (planting) => withBody(form, Buffer.from(queryOf(planting.name, planting.value, 0), 'utf16le')),
];
const directly = [...byName, ...jsonWith.flatMap(jsonBodies)];

function jsonBodies(json: (planting: Planting) => string): typeof byName {
  return [
    (planting) => withBody('application/json', json(planting)),
    (planting) => withBody(form, json(planting)),
    (planting) => withBody('application/json; charset=utf-16', utf16(json(planting))),
  ];
}

const headers: ((planting: Planting) => [string, string])[] = [
  ({ value }) => ['Authorization', value],
  ({ value }) => ['Authorization', `Bearer ${value}`],
  ({ value }) => ['Cookie', `a=1; sid=${value}`],
  ({ value }) => ['Cookie', value.replace('=', '')],
  ({ value }) => ['Set-Cookie', `sid="${value}"; Path=/${value.replaceAll(';', '')}`],
  ({ value }) => ['Referer', `https://h.example/${value}`],
  ({ value }) => ['Stripe-Signature', value],
  ({ name, value }) => [name, value],
];

const planting = fc.tuple(secret, pathName, fc.nat({ max: 2 ** 16 - 1 }));
const fields = ['tax_id'];

function check(
  request: Partial<RequestToShare>,
  halves: readonly string[],
  rules: Parameters<typeof shared>[1],
): void {
  const answer = shared(request, { fields, ...rules });
  for (const each of halves) {
    expect(partsToldOf(each, answer), `${JSON.stringify(request.headers)} ${request.body}`).toEqual(
      [],
    );
  }
}

test('no part of a secret is told, wherever its name stands and however it is encoded', () => {
  const placed = fc.tuple(planting, fc.constantFrom(...directly));
  fc.assert(
    fc.property(placed, ([[{ text, halves }, name, mask], place]) => {
      const request = place({ name, value: text, mask });
      check(request, halves, { redact: 'secrets' });
    }),
    { numRuns: 300 },
  );
});

test('no part of a secret is told that stands in a URL or JSON in a text, wherever that stands', () => {
  const placed = fc.tuple(planting, fc.constantFrom(...textWith), fc.constantFrom(...around));
  fc.assert(
    fc.property(placed, ([[{ text, halves }, name, mask], inText, place]) => {
      check(place(inText({ name, value: text, mask })), halves, { redact: 'secrets' });
    }),
    { numRuns: 400 },
  );
});

test('no part of a secret is told of headers', () => {
  const placed = fc.tuple(secret, secretName, fc.constantFrom(...headers));
  fc.assert(
    fc.property(placed, ([{ text, halves }, name, header]) => {
      const sent = header({ name, value: text, mask: 0 });
      check({ headers: [sent] }, halves, { redact: 'secrets' });
    }),
    { numRuns: 150 },
  );
});

test('no part of any value is told where values are hidden', () => {
  const request = fc.oneof(
    fc.tuple(secret, fc.constantFrom(...byName)).map(([{ text, halves }, place]) => ({
      halves,
      request: place({ name: 'n', value: text, mask: 3 }),
    })),
    fc.tuple(secret, fc.constantFrom(...asValues)).map(([{ text, halves }, place]) => ({
      halves,
      request: place(JSON.stringify([text, { n: text }])),
    })),
  );
  fc.assert(
    fc.property(request, ({ request: sent, halves }) => {
      check(sent, halves, { redact: 'values' });
    }),
    { numRuns: 300 },
  );
});

test('no part of a hidden text is told, wherever it stands', () => {
  const token = fc.string({ unit: fc.constantFrom(...letters), minLength: 26, maxLength: 26 });
  const text = fc.constantFrom<(token: string) => string>(
    (each) => each,
    (each) => `https://h.example/wh/${each}/x?${each}=${each}#${each}`,
    (each) => JSON.stringify({ [each]: [each, `/wh/${each}`] }),
    (each) => jsonEscape(each),
    (each) => `["${jsonEscape(each)}"]`,
    (each) => `/wh/${percentEscape(each)}/`,
    (each) => `${each.toUpperCase()},${each.toLowerCase()}`,
  );
  fc.assert(
    fc.property(token, text, fc.constantFrom(...around), (hidden, write, place) => {
      const sent = place(write(hidden));
      const head = {
        method: hidden,
        headers: [...(sent.headers ?? []), [hidden, hidden]] as const,
      };
      check({ ...sent, ...head }, [hidden], { hidden: [hidden] });
      check({ ...sent, ...head }, [hidden], { hidden: [hidden], redact: 'values' });
    }),
    { numRuns: 200 },
  );
});
