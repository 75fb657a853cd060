import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EndpointSettings } from '../../src/api/index.ts';
import {
  faultsOfSettings,
  readSettings,
  readStoredSettings,
  SettingsError,
  ShapeError,
} from '../../src/rules/index.ts';

/** The sentence for the writer of wrong settings. */
function sentenceFor(document: unknown): string {
  try {
    readSettings(document);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message.startsWith(`${error.place}: `)).toBe(true);
    return error.message;
  }
  throw new Error('The settings were read');
}

const reply = (members: object) => ({ replies: [members] });
const headers = (members: object) => reply({ headers: members });

test('no settings are settings', () => {
  expect(readSettings({})).toEqual({ replies: [], delivery: undefined });
  expect(readSettings({ replies: [{}] }).replies).toMatchObject([
    { when: undefined, status: 200, headers: [], body: undefined, delayMs: 0, hasPlan: false },
  ]);
});

test('settings are read as they are written', () => {
  const { replies, delivery } = readSettings({
    replies: [
      {
        when: 'path:/flaky',
        status: 503,
        headers: JSON.parse('{"X-Reason": " teapot\\t", "__proto__": "plain"}'),
        bodyBase64: 'AP8=',
        delay: '1m',
        plan: ['429  retry-after=60 delay=500ms', 'timeout 2m', 'reset', 'truncate 0'],
      },
    ],
    delivery: 'HEADER.X-Delivery',
  });
  expect(delivery).toEqual({ name: 'header.NAME', key: 'x-delivery' });
  expect(replies).toMatchObject([
    {
      status: 503,
      headers: [
        ['X-Reason', 'teapot'],
        ['__proto__', 'plain'],
      ],
      body: Uint8Array.of(0, 255),
      delayMs: 60_000,
      hasPlan: true,
      steps: [
        {
          written: '429 retry-after=60 delay=500ms',
          kind: 'status',
          status: 429,
          retryAfter: 60,
          delayMs: 500,
        },
        { written: 'timeout 2m', kind: 'timeout', ms: 120_000 },
        { written: 'reset', kind: 'reset' },
        { written: 'truncate 0', kind: 'truncate', bytes: 0 },
      ],
    },
  ]);
});

describe('a sentence names the place', () => {
  test.each([
    [null, 'settings: '],
    [[], 'settings: '],
    ['{}', 'settings: '],
    [{ reply: [] }, 'reply: '],
    [JSON.parse('{"__proto__": {}}'), '__proto__: '],
    [{ 'a\n"b': 1 }, '"a\\n\\"b": '],
    [{ replies: {} }, 'replies: '],
    [{ replies: [{}, null] }, 'replies[1]: '],
    [reply({ code: 200 }), 'replies[0].code: '],
    [
      reply({ status: 199 }),
      'replies[0].status: a status must be a whole number from 200 to 599, and 199 stands here',
    ],
    [reply({ status: 600 }), 'replies[0].status: '],
    [reply({ status: 200.5 }), 'replies[0].status: '],
    [
      reply({ status: '200' }),
      'replies[0].status: a status must be a whole number from 200 to 599, and a string stands here',
    ],
    [reply({ when: 1 }), 'replies[0].when: '],
    [
      reply({ when: 'method:POST kind:x' }),
      'replies[0].when: at character 13: kind is not a field',
    ],
    [reply({ when: 'signature=bad' }), 'replies[0].when: at character 1: signature=bad never'],
    [reply({ when: 'answer=200' }), 'replies[0].when: at character 1: answer'],
    [reply({ when: 'a -has:id' }), 'replies[0].when: at character 3: id'],
    [reply({ when: 'delivery:x' }), 'replies[0].when: at character 1: delivery'],
    [reply({ when: 'attempt>1' }), 'replies[0].when: at character 1: attempt is not known'],
    [reply({ headers: [] }), 'replies[0].headers: '],
    [headers({ 'a b': '' }), 'replies[0].headers["a b"]: '],
    [headers({ '': '' }), 'replies[0].headers[""]: '],
    [headers({ 'x-a': 1 }), 'replies[0].headers["x-a"]: '],
    [headers({ 'x-a': 'a\r\nb: c' }), 'replies[0].headers["x-a"]: '],
    [headers({ 'x-a': 'a\0' }), 'replies[0].headers["x-a"]: '],
    [headers({ 'x-a': '€' }), 'replies[0].headers["x-a"]: '],
    [headers({ 'x-a': '1', 'X-A': '2' }), 'replies[0].headers["X-A"]: '],
    [headers({ 'x-a': 'a'.repeat(17_000) }), 'replies[0].headers: '],
    [reply({ body: 1 }), 'replies[0].body: '],
    [reply({ body: 'a\ud800' }), 'replies[0].body: at character 2 '],
    [reply({ body: 'a'.repeat(65_537) }), 'replies[0].body: '],
    [reply({ body: 'ä'.repeat(32_769) }), 'replies[0].body: '],
    [reply({ body: '{{id}} {{nothing}}' }), 'replies[0].body: at character 8 stands "nothing"'],
    [reply({ body: '{{}}' }), 'replies[0].body: at character 1 '],
    [reply({ body: 'a {{id' }), 'replies[0].body: the braces {{ at character 3 '],
    [reply({ body: '{{ {{id}} }}' }), 'replies[0].body: at character 1 '],
    [reply({ body: '', bodyBase64: '' }), 'replies[0].bodyBase64: '],
    [reply({ bodyBase64: 'AP8' }), 'replies[0].bodyBase64: '],
    [reply({ bodyBase64: 'AP9=' }), 'replies[0].bodyBase64: '],
    [reply({ bodyBase64: 'A P8=' }), 'replies[0].bodyBase64: '],
    [reply({ bodyBase64: 'A-_=' }), 'replies[0].bodyBase64: '],
    [reply({ bodyBase64: btoa('a'.repeat(65_537)) }), 'replies[0].bodyBase64: '],
    [reply({ delay: '61s' }), 'replies[0].delay: '],
    [reply({ delay: '2' }), 'replies[0].delay: '],
    [
      reply({ delay: 2 }),
      'replies[0].delay: a delay must be a string such as 500ms, 2s or 1m, and a number stands here',
    ],
    [reply({ Body: '' }), 'replies[0].Body: this member is unknown (did you mean body?); '],
    [
      reply({ handshake: 'Slack' }),
      'replies[0].handshake: there is no handshake "Slack" (did you mean slack?); write ',
    ],
    [
      reply({ handshake: ['slack'] }),
      'replies[0].handshake: a handshake must be the name of a sender',
    ],
    [reply({ handshake: 'slack', when: 'a' }), 'replies[0].when: a reply with a handshake has no'],
    [{ replies: Array(101).fill({ handshake: 'slack' }) }, 'replies: '],
    [reply({ plan: '500' }), 'replies[0].plan: '],
    [reply({ plan: [] }), 'replies[0].plan: '],
    [reply({ plan: [500] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['200', 'retry'] }), 'replies[0].plan[1]: "retry" is not a step'],
    [reply({ plan: ['199'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['2000'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['timeout'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['timeout 121s'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['reset now'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['truncate 65537'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['200 delay=1s delay=1s'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['200 delay=61s'] }), 'replies[0].plan[0]: '],
    [reply({ plan: ['429 retry-after=1.5'] }), 'replies[0].plan[0]: '],
    [reply({ plan: Array(101).fill('200') }), 'replies[0].plan: '],
    [{ replies: Array(101).fill({}) }, 'replies: '],
    [{ replies: Array(11).fill({ plan: Array(91).fill('200') }) }, 'replies: '],
    [{ replies: Array(51).fill({ when: 'size=0 '.repeat(10) }) }, 'replies: '],
    [{ replies: Array(51).fill({ when: 'word body:text' }) }, 'replies: '],
    [{ replies: Array(17).fill({ when: `path:${'a'.repeat(4000)}` }) }, 'replies: '],
    [reply({ body: `{{json.${'a'.repeat(252)}}}` }), 'replies[0].body: at character 1 '],
    [{ delivery: `json.${'a'.repeat(252)}` }, 'delivery: '],
    [{ replies: Array(51).fill({ body: '{{id}}'.repeat(10) }) }, 'replies: '],
    [{ delivery: null }, 'delivery: '],
    [{ delivery: 'webhook-id' }, 'delivery: '],
    [{ delivery: 'id' }, 'delivery: '],
    [{ delivery: 'received' }, 'delivery: '],
    [{ delivery: 'attempt' }, 'delivery: '],
    [{ xHeaders: 'Keep' }, 'xHeaders: this must be one of drop, keep (did you mean keep?)'],
    [{ xHeaders: true }, 'xHeaders: this must be one of drop, keep, and true or false stands here'],
    [{ xHeaders: null }, 'xHeaders: this must be one of drop, keep'],
  ])('%j', (document, start) => {
    expect(sentenceFor(document)).toSatisfy((sentence: string) => sentence.startsWith(start));
  });
});

test('the members are those that the contract describes', () => {
  const named = (document: unknown) =>
    sentenceFor(document)
      .replace(/^.* members are /, '')
      .split(', ')
      .toSorted();
  const { replies, verify } = EndpointSettings.properties;
  const ofReplies = replies.items.anyOf.flatMap(({ properties }) => Object.keys(properties));
  expect(named({ other: 1 })).toEqual(Object.keys(EndpointSettings.properties).toSorted());
  expect(named(reply({ other: 1 }))).toEqual(ofReplies.toSorted());
  expect(named({ verify: { other: 1 } })).toEqual(Object.keys(verify.properties).toSorted());
});

describe('all faults', () => {
  test('are told with their places, those of shape apart', () => {
    const faults = faultsOfSettings({
      replies: [
        { when: 'answer=1', plan: ['retry', '200', 500], headers: { 'a b': '' } },
        { handshake: 'slack' },
        { status: 700, other: 1 },
        { status: 700 },
      ],
      delivery: 'id',
      verify: { scheme: 'custom', header: 'a b', tolerance: '5', secrets: ['', { hint: 5 }] },
    });
    const places = (ofShape: boolean) =>
      faults
        .filter((fault) => fault instanceof ShapeError === ofShape)
        .map(({ place }) => place)
        .toSorted();
    expect(places(false)).toEqual([
      'delivery',
      'replies[0].headers["a b"]',
      'replies[0].plan[0]',
      'replies[0].when',
      'replies[3].status',
      'verify.secrets[0]',
    ]);
    expect(places(true)).toEqual([
      'replies[0].plan[2]',
      'replies[2].other',
      'verify.secrets[1]',
      'verify.tolerance',
    ]);
  });

  test('of replies together are told if each of them makes sense', () => {
    const many = Array.from({ length: 11 }, () => ({ plan: Array(91).fill('200') }));
    expect(faultsOfSettings({ replies: many }).map(({ place }) => place)).toEqual(['replies']);
    expect(faultsOfSettings({ replies: [{ delay: '2s' }], verify: { scheme: 'asana' } })).toEqual(
      [],
    );
    expect(faultsOfSettings(null).map(({ message }) => message)).toEqual([sentenceFor(null)]);
  });
});

test.each([
  'Set-Cookie',
  'connection',
  'Keep-Alive',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Content-Length',
  'DATE',
  'Clear-Site-Data',
  'Strict-Transport-Security',
  'Alt-Svc',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Service-Worker-Allowed',
  'Set-Login',
  'Secure-Session-Registration',
  'X-Accel-Redirect',
  'X-Accel-Limit-Rate',
  'X-LiteSpeed-Location',
  'x-litespeed-cache-control',
  'X-Sendfile',
  'X-Sendfile2',
  'X-Reproxy-File',
  'X-Lighttpd-Send-File',
  'WWW-Authenticate',
  'Content-Security-Policy',
  'X-Content-Type-Options',
])('a reply cannot set %s', (name) => {
  expect(sentenceFor(headers({ [name]: '' }))).toContain(`replies[0].headers["${name}"]: `);
  // One that was taken before it was refused is left out.
  const stored = readStoredSettings(headers({ [name]: 'a', Location: '/elsewhere' }));
  expect(stored.replies[0]?.headers).toEqual([['Location', '/elsewhere']]);
});

test.each(['a b', '/json', 'application/', 'application/json charset=utf-8', 'a/b/c'])(
  'a reply cannot have the media type %j, but one that was stored with it keeps it',
  (type) => {
    const place = 'replies[0].headers["content-type"]: ';
    expect(sentenceFor(headers({ 'content-type': type }))).toContain(place);
    const stored = readStoredSettings(headers({ 'content-type': type }));
    expect(stored.replies[0]?.headers).toEqual([['content-type', type]]);
  },
);

test.each(['a/b', 'nonsense', 'application/vnd.x+json ; charset=utf-8', ' text/plain;q="a b"'])(
  'a reply can have the media type %j',
  (type) => {
    const read = readSettings(headers({ 'Content-Type': type }));
    expect(read.replies[0]?.headers).toEqual([['Content-Type', type.trim()]]);
  },
);

test('a reply has a bounded number of headers, and one that was stored with more keeps the first', () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`x-${n}`, '']));
  expect(sentenceFor(headers(many))).toBe('replies[0].headers: a reply has at most 200 headers');
  expect(readStoredSettings(headers(many)).replies[0]?.headers).toHaveLength(200);
});

test('a reply can set headers that concern itself', () => {
  const own = {
    'Content-Encoding': 'gzip',
    'Access-Control-Allow-Origin': 'https://example.com',
    Location: '/elsewhere',
    'X-Text': 'caf\xe9\tor not',
  };
  expect(readSettings(headers(own)).replies[0]?.headers).toEqual(Object.entries(own));
});

test('a match that is wrong tells where', () => {
  expect(() => readSettings(reply({ when: 'a "b' }))).toThrow(
    expect.objectContaining({ place: 'replies[0].when', part: { start: 2, end: 4 } }),
  );
});

test('whatever is put, it is read or refused with a sentence', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'{}[]" 05smt=-:.\\\ud800\0é') }),
    fc.constantFrom('500', 'timeout 10s', '{{json.a}}', 'size>2', 'one', 'header.x', 'AP8='),
  );
  const value = fc.oneof(text, fc.anything());
  const near = fc.record(
    {
      when: value,
      status: fc.oneof(fc.integer({ min: 190, max: 610 }), value),
      headers: fc.oneof(fc.dictionary(text, text), value),
      body: value,
      bodyBase64: value,
      delay: value,
      plan: fc.oneof(fc.array(value), value),
      handshake: fc.oneof(fc.constant('slack'), value),
    },
    { requiredKeys: [] },
  );
  const document = fc.record(
    { replies: fc.oneof(fc.array(fc.oneof(near, value)), value), delivery: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(document, fc.anything()), (settings) => {
      try {
        readSettings(settings);
      } catch (error) {
        expect(error).toBeInstanceOf(SettingsError);
      }
    }),
    { numRuns: 200 },
  );
});
