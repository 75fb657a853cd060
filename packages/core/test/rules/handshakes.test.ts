import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type Facts,
  handshakeNames,
  readSettings,
  type Settings,
} from '../../src/rules/index.ts';
import { schemes } from '../../src/signatures/index.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';
import { anyCharacter } from '../any-character.ts';
import { factsWith } from './facts.ts';

type Parts = Parameters<typeof factsWith>[0];

const secret = 'a secret of the endpoint';

const { replies } = readSettings({ replies: handshakeNames.map((handshake) => ({ handshake })) });

/** The answer of all handshakes together. */
function decided(
  parts: Parts,
  { verify, more }: { verify?: Settings['verify']; more?: Partial<Facts> } = {},
) {
  return evaluate({ replies, delivery: undefined, verify }, { ...factsWith(parts), ...more });
}

const github = { scheme: 'github', secrets: [secret] };
const get = (query: string): Parts => ({ method: 'GET', query });
const post = (body: unknown): Parts => ({ text: JSON.stringify(body) });
const header = (origin: string, rate: string): Parts => ({
  doorHeaders: [
    ['webhook-request-ORIGIN', origin],
    ['WebHook-Request-Rate', rate],
  ],
});
const validation = {
  eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
  data: { validationCode: 'a"b' },
};

describe('is no handshake', () => {
  test.each<[string, Parts]>([
    ['another type', post({ type: 'event_callback', challenge: 'a' })],
    ['no challenge', post({ type: 'url_verification' })],
    ['an empty challenge', post({ type: 'url_verification', challenge: '' })],
    ['a challenge that is no text', post({ type: 'url_verification', challenge: 1 })],
    [
      'a challenge of more than 64 Ki',
      post({ type: 'url_verification', challenge: 'a'.repeat(65_537) }),
    ],
    [
      'a body that is cut',
      { ...post({ type: 'url_verification', challenge: 'a' }), isWhole: false },
    ],
    ['another event of Zoom', post({ event: 'meeting.started', payload: { plainToken: 'a' } })],
    ['another mode of Meta', get('hub.mode=unsubscribe&hub.challenge=1')],
    ['a topic that is denied', get('hub.mode=denied&hub.topic=a&hub.reason=b')],
    ['a challenge of a hub without a topic', get('hub.mode=subscribe&hub.topic=&hub.challenge=1')],
    ['a POST of a hub', { method: 'POST', query: 'hub.topic=a&hub.challenge=1' }],
    ['an OPTIONS request without an origin', { method: 'OPTIONS', ...header('', '1') }],
    ['a delivery of CloudEvents', header('a.example', '1')],
    ['an origin that cannot be sent back', { method: 'OPTIONS', ...header('a\nb', '1') }],
    ['another event of Event Grid', post([{ ...validation, eventType: 'a' }])],
    ['an event of Event Grid without a code', post([{ ...validation, data: {} }])],
    ['an empty code of Event Grid', post([{ ...validation, data: { validationCode: '' } }])],
    ['an event of Event Grid that is in no list', post(validation)],
    ['a POST with a challenge', { method: 'POST', query: 'challenge=a&crc_token=a' }],
    ['an empty token', get('challenge=&crc_token=&validationToken=')],
    [
      'a webhook event of Discord',
      post({ version: 1, type: 1, event: { type: 'ENTITLEMENT_CREATE' } }),
    ],
    ['an interaction of Discord', post({ type: 2, data: {} })],
    ['a type in quotes', post({ type: '1' })],
    ['more than a token of Notion', post({ verification_token: 'secret_a', id: 'b' })],
    ['a token in a list', post([{ verification_token: 'secret_a' }])],
    ['a byte order mark', { text: '\ufeff{"verification_token":"secret_a"}' }],
    ['an empty secret', { doorHeaders: [['X-Hook-Secret', '']] }],
    [
      'a secret of more than 4,096 characters',
      { doorHeaders: [['X-Hook-Secret', 'a'.repeat(4097)]] },
    ],
    ['a secret that cannot be sent back', { doorHeaders: [['X-Hook-Secret', 'a\nb']] }],
  ])('%s', (_what, parts) => {
    const { answers, reply, handshake } = decided(parts, { verify: github });
    expect(handshake).toBeUndefined();
    expect(answers).toEqual([{ answer: '200' }]);
    expect(reply).toBeUndefined();
  });
});

const ofZoom = (plainToken: string) =>
  post({ event: 'endpoint.url_validation', payload: { plainToken } });
const ofTwitter = (crcToken: string) => get(`crc_token=${encodeURIComponent(crcToken)}`);

describe.each([
  ['zoom', ofZoom],
  ['twitter', ofTwitter],
] as const)('the secret of %s', (name, asking) => {
  const verify = { scheme: name, secrets: [secret] };
  const url = 'https://hooks.example/wh/abc';
  /** The texts that a handshake signs for a stranger. */
  const signed = (text: string, by: Settings['verify'] = verify): string[] =>
    (decided(asking(text), { verify: by }).handshake?.body ?? []).flatMap((part) =>
      typeof part === 'string' ? [] : part.hmacOf,
    );

  test('computes an answer where that sender is verified and the secret can be used', () => {
    for (const text of ['qgg8vlvZRS6UYooatFL8Aw', 'MTUxNDc1+/_-NjY4Ng==', 'a'.repeat(256)])
      expect(signed(text)).toEqual([text]);
    expect(decided(asking('a')).handshake).toBeUndefined();
    expect(decided(asking('a'), { verify, more: { hasSecret: false } }).handshake).toBeUndefined();
  });

  test('computes nothing under any other scheme, whatever is asked', () => {
    for (const scheme of schemes)
      if (scheme.name !== name)
        for (const text of ['a', '12345', '1795390186.', '{}'])
          expect(signed(text, { scheme: scheme.name, secrets: [secret] }), scheme.name).toEqual([]);
  });

  test('signs nothing that makes a request valid, and one of its sender is', async () => {
    const receivedAt = Date.UTC(2026, 10, 22, 12);
    const seconds = String(receivedAt / 1000);
    const verifier = new Verifier(verify, [secret]);
    const verdictOn = async (signedText: string, time: string, body: string) => {
      const hmac = createHmac('sha256', secret).update(signedText);
      const headers =
        name === 'zoom'
          ? ['x-zm-signature', `v0=${hmac.digest('hex')}`, 'x-zm-request-timestamp', time]
          : ['x-twitter-webhooks-signature', `sha256=${hmac.digest('base64')}`];
      const head = { method: 'POST', url, headers, receivedAt };
      return (await verifier.verify(head, [new Uint8Array(), Buffer.from(body)])).verdict;
    };
    const right = name === 'zoom' ? `v0:${seconds}:{"a":1}` : '{"a":1}';
    expect(await verdictOn(right, seconds, '{"a":1}')).toBe('valid');
    const tokens = fc.oneof(
      fc.constantFrom('true', '12345', 'hello world', '-1.5e3', 'null', 'a=1&b=2', ' {}', '{}'),
      fc.constantFrom(right, `v0:${seconds}:`, `v0.${seconds}.`, `${seconds}.`, '[1]', '"a"'),
      fc.json(),
      fc.stringMatching(/^[\w+/. -]{0,40}={0,2}$/),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(tokens, async (token) => {
        for (const text of signed(token))
          for (const at of [0, 3, text.indexOf(seconds) + seconds.length, text.length])
            for (const time of [seconds, '', text.slice(0, at)])
              expect(await verdictOn(text, time, text.slice(at)), text).toBe('invalid');
      }),
      { numRuns: 300 },
    );
  });
});

test("a PING of Discord is refused unless its signature is valid, where Discord's are verified", () => {
  const verify = { scheme: 'discord', secrets: ['ab'.repeat(32)] };
  const answered = (type: number, signature: string | undefined) =>
    decided({ ...post({ type }), signature }, { verify });
  expect(answered(1, 'valid').handshake).toMatchObject({ status: 200, body: ['{"type":1}'] });
  expect(answered(0, 'valid').handshake).toMatchObject({ status: 204, body: [] });
  for (const verdict of ['invalid', 'missing', 'stale', 'unverifiable', undefined]) {
    expect(answered(1, verdict).answers).toMatchObject([{ answer: '401' }]);
    expect(answered(0, verdict).answers).toMatchObject([{ answer: '401' }]);
  }
  expect(decided({ ...post({ type: 1 }), signature: 'invalid' }).handshake?.status).toBe(200);
});

test('a secret is kept only if its scheme verifies and has none', () => {
  const doorHeaders = [['x-hook-SECRET', 'given']] as const;
  const asana = { scheme: 'asana', secrets: [] };
  expect(decided({ doorHeaders }, { verify: asana }).handshake).toEqual({
    status: 200,
    headers: [['X-Hook-Secret', 'given']],
    body: [],
    secret: 'given',
  });
  for (const verify of [undefined, github, { scheme: 'asana', secrets: [secret] }]) {
    const { handshake } = decided({ doorHeaders }, { verify });
    expect(handshake?.headers).toEqual([['X-Hook-Secret', 'given']]);
    expect(handshake).not.toHaveProperty('secret');
  }
});

test('the rate of CloudEvents is the one that was asked for, and else has no limit', () => {
  const rateFor = (rate: string) =>
    decided({ method: 'OPTIONS', ...header('a.example', rate) }).handshake?.headers.at(-1);
  expect(rateFor('120')).toEqual(['WebHook-Allowed-Rate', '120']);
  for (const rate of ['', '0', '-1', '1.5', '1e3', '9'.repeat(11), 'a\r\nb: c'])
    expect(rateFor(rate), rate).toEqual(['WebHook-Allowed-Rate', '*']);
});

test('the code of Event Grid is text in JSON', () => {
  const { handshake } = decided(post([validation, { eventType: 'a' }]));
  expect(JSON.parse(String(handshake?.body))).toEqual({ validationResponse: 'a"b' });
});

test('handshakes stand among other replies', () => {
  const { replies } = readSettings({
    replies: [{ handshake: 'slack' }, { status: 202 }, { handshake: 'slack' }],
  });
  expect(replies.map(({ handshake }) => handshake)).toEqual(['slack', undefined, 'slack']);
  const settings = readSettings({
    replies: [{ handshake: 'slack' }, { when: 'json.challenge=b', status: 409 }, { status: 202 }],
  });
  const answers = (body: object) =>
    evaluate(settings, factsWith(post(body))).answers.map(({ answer }) => answer);
  expect(answers({ type: 'url_verification', challenge: 'b' })).toEqual(['200']);
  expect(answers({ type: 'other', challenge: 'b' })).toEqual(['409']);
});
