import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import {
  evaluate,
  headOf,
  readSettings,
  readStoredSettings,
  renderBody,
} from '../../src/rules/index.ts';
import { anyCharacter } from '../any-character.ts';
import { factsWith } from './facts.ts';

function rendered(
  reply: object,
  facts = factsWith(),
  more: Iterable<[string, string]> = [],
): string {
  const settings = readSettings({ replies: [reply] });
  const { values } = evaluate(settings, facts);
  const [only] = settings.replies;
  if (only === undefined) throw new Error('There is no reply');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    renderBody(only, new Map([...values, ...more])),
  );
}

test('fields of a request are inserted', () => {
  const facts = factsWith({
    query: 'a=1&b=%C3%A9',
    headers: [
      ['Accept', 'text/plain'],
      ['accept', 'text/html'],
    ],
    mediaType: 'application/json',
    event: 'push',
    signature: 'valid',
    text: '{"n":1.10,"s":"\\u00e9\\n","o":{"a": [1, 2]},"f":false,"z":null,"z.z":{"}}":"x"}}',
  });
  const body = [
    '{{method}} {{ path }} {{query}} {{query.b}} {{ip}} {{type}} {{size}} {{received}}',
    '{{header.accept}} {{header}} {{event}} {{signature}}',
    '{{json.n}} {{json.s}} {{json.o}} {{json.o.a}} {{json.o.a[1]}} {{json.f}} {{json.z}} {{json["z.z"]["}}"]}}',
    '{{id}} {{attempt}} {{json.nothing}}{{header.nothing}}}}',
  ].join('|');
  expect(
    rendered({ body }, facts, [
      ['id', '12'],
      ['attempt', '3'],
    ]),
  ).toBe(
    [
      `POST /orders a=1&b=%C3%A9 é 203.0.113.7 application/json ${facts.request.bodySize} 2026-11-22T12:00:00.000Z`,
      'text/plain Accept: text/plain\naccept: text/html push valid',
      '1.10 é\n {"a": [1, 2]} [1, 2] 2 false null x',
      '12 3 }}',
    ].join('|'),
  );
});

test('a long value is cut between characters', () => {
  const text = `a${'😀'.repeat(40_000)}`;
  expect(rendered({ body: '{{body}}' }, factsWith({ text }))).toBe(`a${'😀'.repeat(32_767)}`);
});

test('a body with its fields has at most 256 KiB, cut between characters', () => {
  const body = `a${'{{body}}'.repeat(400)}`;
  const facts = factsWith({ text: 'é'.repeat(60_000) });
  expect(rendered({ body }, facts)).toBe(`a${'é'.repeat(131_071)}`);
});

test('the values of one request together are bounded', () => {
  const names = Array.from({ length: 100 }, (_, index) => `k${index}`);
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'.repeat(10_000)])));
  const body = names.map((name) => `{{json.${name}}}`).join('');
  const { values } = evaluate(readSettings({ replies: [{ body }] }), factsWith({ text }));
  const characters = [...values.values()].reduce((sum, value) => sum + value.length, 0);
  expect(characters).toBe(256 * 1024);
});

test('only the reply that answers has its fields read', () => {
  const replies = [
    { when: 'path:/other', body: '{{method}}' },
    { body: '{{path}}' },
    { body: '{{query}}' },
  ];
  const { values } = evaluate(readSettings({ replies }), factsWith());
  expect([...values.keys()]).toEqual(['path']);
});

test('bytes are sent as they are', () => {
  expect(rendered({ bodyBase64: btoa('{{id}}') }, factsWith(), [['id', '1']])).toBe('{{id}}');
});

describe('fields in headers', () => {
  const headersOf = (headers: Record<string, string>, text: string, body = '') => {
    const settings = readSettings({ replies: [{ headers, body }] });
    const facts = factsWith({ text, mediaType: 'application/json', query: 'next=%2Fa%3Fb' });
    const { values, answers } = evaluate(settings, facts);
    const [only] = settings.replies;
    const [step] = only?.steps ?? [];
    if (only === undefined || step === undefined) throw new Error('There is no reply');
    const all = new Map([...values, ['id', '12']]);
    return {
      headers: Object.fromEntries(headOf(only, step, all).headers),
      body: new TextDecoder().decode(renderBody(only, all)),
      retryAfter: answers[0]?.retryAfter,
    };
  };
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };

  test('are inserted as they are, without blanks around them', () => {
    const headers = {
      ...{ Location: '{{query.next}}', 'X-Id': 'n{{id}}-{{json.a}}', 'X-None': '{{json.none}}' },
      ...{ 'X-Blank': '{{json.blank}}', 'X-Plain': 'a } b' },
    };
    const text = '{"a":"<é>","blank":" \\t x  "}';
    expect(headersOf(headers, text).headers).toEqual({
      ...{ Location: '/a?b', 'X-Id': 'n12-<é>', 'X-None': '', 'X-Blank': 'x', 'X-Plain': 'a } b' },
      ...type,
    });
  });

  test.each([
    ['a line break', '{"a":"x\\r\\nSet-Cookie: a=b"}'],
    ['a lone line feed', '{"a":"x\\ny"}'],
    ['another control character', '{"a":"\\u0000"}'],
    ['a character beyond ISO 8859-1', '{"a":"→"}'],
    ['more than all headers may have', JSON.stringify({ a: 'x'.repeat(16 * 1024) })],
  ])('with %s are left out with their header', (_what, text) => {
    const headers = { 'X-A': 'a {{json.a}}', 'X-B': 'b' };
    expect(headersOf(headers, text).headers).toEqual({ 'X-B': 'b', ...type });
  });

  test('share the room of all headers', () => {
    const headers = { 'X-A': '{{json.a}}{{json.a}}', 'X-B': '{{json.a}}', 'X-C': '{{json.b}}' };
    const long = 'x'.repeat(8000);
    const text = JSON.stringify({ a: long, b: 'y'.repeat(300) });
    expect(headersOf(headers, text).headers).toEqual({
      ...{ 'X-A': long + long, 'X-C': 'y'.repeat(300) },
      ...type,
    });
  });

  test.each([
    ['text/html', '&lt;b&gt;', 'text/html'],
    ['application/json; charset=utf-8', '<b>', 'application/json; charset=utf-8'],
    ['no type at all', '<b>', type['Content-Type']],
    ['', '<b>', type['Content-Type']],
  ])('the type %j of a request tells how its body is escaped', (given, inserted, sent) => {
    const text = JSON.stringify({ type: given, a: '<b>' });
    const found = headersOf({ 'Content-Type': '{{json.type}}' }, text, '{{json.a}}');
    expect(found).toMatchObject({ headers: { 'Content-Type': sent }, body: inserted });
  });

  test('a Retry-After is known as far as it does not wait for the commit', () => {
    const text = '{"a":7}';
    expect(headersOf({ 'Retry-After': '{{json.a}}0' }, text).retryAfter).toBe(70);
    expect(headersOf({ 'Retry-After': '{{id}}0' }, text).retryAfter).toBeUndefined();
    expect(headersOf({ 'Retry-After': '{{id}}0' }, text).headers['Retry-After']).toBe('120');
  });

  test('what is no field is refused, and a text like others if it is stored', () => {
    for (const value of ['{{nothing}}', 'a {{', '{{}}', '→{{id}}']) {
      const settings = { replies: [{ headers: { 'X-A': value } }] };
      expect(() => readSettings(settings), value).toThrow('replies[0].headers["X-A"]: ');
    }
    for (const value of ['{{nothing}}', 'a {{', '{{}}']) {
      const [reply] = readStoredSettings({ replies: [{ headers: { 'X-A': value } }] }).replies;
      expect(reply?.headers).toEqual([['X-A', value]]);
    }
    const many = Array.from({ length: 501 }, () => '{{id}}').join('');
    const settings = { replies: [{ headers: { 'X-A': many } }] };
    expect(() => readSettings(settings)).toThrow('at most 500 fields');
  });
});

describe('a value is written in the language of the body', () => {
  const hostile = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'<>&"\'\\/{}\r\n\t\0é😀;#]-!') }),
    fc.string({ unit: anyCharacter }).map((text) => text.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
  const inserted = (contentType: string, body: string, value: string) =>
    rendered({ headers: { 'Content-Type': contentType }, body }, factsWith(), [['id', value]]);
  const check = (
    read: (value: string) => string,
    expected: (value: string) => string = (text) => text,
  ) =>
    fc.assert(
      fc.property(hostile, (value) => {
        expect(read(value)).toBe(expected(value));
      }),
      { numRuns: 100 },
    );

  test.each(['application/json', 'Application/Problem+JSON; charset=utf-8'])('%s', (type) => {
    check((value) => JSON.parse(inserted(type, '{"a":"{{id}}","b":{{attempt}}1}', value)).a);
  });

  test.each(['text/xml', 'application/soap+xml', 'application/xhtml+xml', 'image/svg+xml'])(
    '%s',
    (type) => {
      const withoutControls = (text: string) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them
        text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
      const parts = (value: string) => {
        let [text, attribute] = ['', ''];
        const parser = new SaxesParser();
        parser.on('text', (part) => {
          text += part;
        });
        parser.on('opentag', ({ attributes }) => {
          attribute = String(attributes.b);
        });
        parser.write(inserted(type, `<a b='{{id}}'>{{id}}</a>`, value)).close();
        return { text, attribute };
      };
      check((value) => parts(value).text, withoutControls);
      check((value) => parts(value).attribute, withoutControls);
    },
  );

  test('text/html', () => {
    const entities: Record<string, string> = {
      amp: '&',
      lt: '<',
      gt: '>',
      quot: '"',
      '#39': "'",
      '#13': '\r',
    };
    check(
      (value) => {
        const html = inserted('text/html; charset=utf-8', '{{id}}', value);
        expect(html).not.toMatch(/[<>"'\r\0]/);
        return html.replace(/&([^;&]*);/g, (_whole, name: string) => entities[name] ?? 'unknown');
      },
      (value) => value.replaceAll('\0', '\ufffd'),
    );
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])('%s', (type) => {
    check((value) => inserted(type, '{{id}}', value));
  });
});

test('a template gives what replacing its fields one by one gives', () => {
  const names = ['id', 'attempt', 'delivery'];
  const part = fc.oneof(
    fc.constantFrom(...names).map((name) => ({ written: `{{ ${name}}}`, name })),
    fc
      .constantFrom('a', '}', '}}', '{ ', ' é ', '"')
      .map((written) => ({ written, name: undefined })),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.string(), { maxLength: 3 }), (parts, texts) => {
      const values = new Map(
        names.flatMap((name, at) => {
          const text = texts[at];
          return text === undefined ? [] : [[name, text] as [string, string]];
        }),
      );
      const body = parts.map(({ written }) => written).join('');
      const naive = parts.map(({ written, name }) =>
        name === undefined ? written : (values.get(name) ?? ''),
      );
      expect(rendered({ body }, factsWith(), values)).toBe(naive.join(''));
    }),
    { numRuns: 100 },
  );
});
