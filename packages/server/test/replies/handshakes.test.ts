import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { EndpointSettings, HandshakeName } from '@hookwell/core/api';
import { handshakeNames } from '@hookwell/core/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer } from '../start-server.ts';
import { endpointWith, putSettings } from './settings.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

interface Sent {
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

function sendTo(token: string, { query = '', method = 'POST', ...rest }: Sent) {
  return fetch(`${server.url}/wh/${token}${query}`, { method, ...rest });
}

async function newest(token: string) {
  const [request] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`);
  return request;
}

const secret = 'z3ZX4v7mAAUGykl3EcmkqbartmuW8VFOOzCloLx9Q45P0hLrFu';
const hmac = (text: string, encoding: 'hex' | 'base64', key = secret) =>
  createHmac('sha256', key).update(text).digest(encoding);

const json = (body: object, headers: Record<string, string> = {}): Sent => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

interface Answer {
  status?: number;
  type: string | null;
  body: string;
  headers?: Record<string, string>;
}

const slackBody = {
  token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl',
  challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
  type: 'url_verification',
};
const hookSecret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81';
const crcToken = '9b4507b3-9040-4669-9ca3-6b94edb50553';
const plainToken = 'qgg8vlvZRS6UYooatFL8Aw';

/** The requests that the senders' documentation shows, and the answers that it asks for. */
const exchanges: readonly [HandshakeName, Sent, Answer][] = [
  ['slack', json(slackBody), { type: 'text/plain', body: slackBody.challenge }],
  [
    'zoom',
    json({
      payload: { plainToken },
      event_ts: 1654503849680,
      event: 'endpoint.url_validation',
    }),
    {
      type: 'application/json',
      body: `{"plainToken":"${plainToken}","encryptedToken":"${hmac(plainToken, 'hex')}"}`,
    },
  ],
  [
    'meta',
    {
      method: 'GET',
      query: '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock',
    },
    { type: 'text/plain', body: '1158201444' },
  ],
  [
    'dropbox',
    { method: 'GET', query: '?challenge=abc123' },
    { type: 'text/plain', body: 'abc123' },
  ],
  [
    'discord',
    json({ application_id: '1', id: '2', token: 'A', type: 1, version: 1 }),
    { type: 'application/json', body: '{"type":1}' },
  ],
  [
    'discord',
    json({ version: 1, application_id: '1234560123453231555', type: 0 }),
    { status: 204, type: 'application/json', body: '' },
  ],
  [
    'asana',
    { headers: { 'X-Hook-Secret': hookSecret } },
    { type: null, body: '', headers: { 'x-hook-secret': hookSecret } },
  ],
  [
    'twitter',
    { method: 'GET', query: `?crc_token=${crcToken}&nonce=MTUxNDc` },
    {
      type: 'application/json',
      body: `{"response_token":"sha256=${hmac(crcToken, 'base64')}"}`,
    },
  ],
  [
    'microsoft-graph',
    {
      query:
        '?validationToken=Validation%3a+Testing+client+application+reachability+for+subscription+Request-Id%3a+%3c1%3e',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    },
    {
      type: 'text/plain',
      body: 'Validation: Testing client application reachability for subscription Request-Id: <1>',
    },
  ],
  [
    'notion',
    json({ verification_token: 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl' }),
    { type: null, body: '' },
  ],
  [
    'cloudevents',
    {
      method: 'OPTIONS',
      headers: {
        'WebHook-Request-Origin': 'eventemitter.example.com',
        'WebHook-Request-Callback': 'https://example.com/confirm?id=12345',
        'WebHook-Request-Rate': '120',
      },
    },
    {
      type: null,
      body: '',
      headers: {
        'webhook-allowed-origin': 'eventemitter.example.com',
        'webhook-allowed-rate': '120',
        allow: 'OPTIONS, POST',
      },
    },
  ],
  [
    'event-grid',
    json(
      [
        {
          id: '2d1781af-3a4c-4d7c-bd0c-e34b19da4e66',
          topic: '/subscriptions/a',
          subject: '',
          data: {
            validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6',
            validationUrl: 'https://…',
          },
          eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
          eventTime: '2022-10-28T04:23:35.1981776Z',
          metadataVersion: '1',
          dataVersion: '1',
        },
      ],
      { 'aeg-event-type': 'SubscriptionValidation' },
    ),
    {
      type: 'application/json',
      body: '{"validationResponse":"512d38b6-c7b8-40c8-89fe-f46f9e9622b6"}',
    },
  ],
  [
    'websub',
    {
      method: 'GET',
      query:
        '?hub.mode=subscribe&hub.topic=https%3A%2F%2Fexample.com%2Ffeed&hub.challenge=a+b&hub.lease_seconds=864000',
    },
    { type: 'text/plain', body: 'a b' },
  ],
];

const withHandshakes = (names: readonly HandshakeName[], scheme = 'zoom'): EndpointSettings => ({
  verify: { scheme, secrets: [secret, 'second in rotation'] },
  replies: [...names.map((handshake) => ({ handshake })), { status: 299 }],
});

describe('a handshake as its sender documents it', () => {
  let all: string;
  let ofTwitter: string;
  beforeAll(async () => {
    all = await endpointWith(visitor, withHandshakes(handshakeNames));
    ofTwitter = await endpointWith(visitor, withHandshakes(handshakeNames, 'twitter'));
  });

  test.each(exchanges)('%s is answered, among all others', async (name, sent, answer) => {
    const token = name === 'twitter' ? ofTwitter : all;
    const { status = 200, type, body, headers = {} } = answer;
    const response = await sendTo(token, sent);
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...headers,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-type')).toBe(type);
    expect(await newest(token)).toMatchObject({
      method: sent.method ?? 'POST',
      answer: `${status}`,
    });
  });

  test('is for the next reply where it is that of another sender', async () => {
    for (const [name, sent] of exchanges) {
      const others = handshakeNames.filter((other) => other !== name);
      const token = await endpointWith(visitor, withHandshakes(others));
      expect((await sendTo(token, sent)).status, name).toBe(299);
      await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
    }
  });

  test('is answered if its body is compressed, too', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(slackBody)));
    const response = await sendTo(all, { headers: { 'content-encoding': 'gzip' }, body });
    expect(await response.text()).toBe(slackBody.challenge);
  });
});

test('what a handshake gives for a token is no signature of a webhook', async () => {
  const token = await endpointWith(visitor, withHandshakes(['twitter', 'zoom'], 'mailgun'));
  const query = '?crc_token=12345';
  expect((await sendTo(token, { method: 'GET', query })).status).toBe(299);
  const { secrets } = withHandshakes([]).verify ?? {};
  const verify = { scheme: 'twitter', ...(secrets && { secrets }) };
  await putSettings(visitor, token, { verify, replies: [{ handshake: 'twitter' }] });
  const answer = await (await sendTo(token, { method: 'GET', query })).text();
  const headers = { 'x-twitter-webhooks-signature': `sha256=${hmac('12345', 'base64')}` };
  expect(answer).toContain(headers['x-twitter-webhooks-signature']);
  const reason = 'The body is not a JSON object, and this sender signs no other webhooks.';
  await sendTo(token, { headers, body: '12345' });
  // Behind this sentence stands whether further causes are still looked for.
  expect((await newest(token)).signature).toEqual({
    scheme: 'twitter',
    verdict: 'invalid',
    reason: expect.stringContaining(reason),
  });
});

test('a secret that cannot be decrypted answers no handshake that needs it', async () => {
  const token = await endpointWith(visitor, withHandshakes(['zoom']));
  await damageSecrets(token);
  const [, zoom = {}] = exchanges.find(([name]) => name === 'zoom') ?? [];
  expect((await sendTo(token, zoom)).status).toBe(299);
});

test('PINGs of Discord are refused unless their signature is valid', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const token = await endpointWith(visitor, {
    verify: { scheme: 'discord', secrets: [key] },
    replies: [{ handshake: 'discord' }, { when: '-signature=valid', status: 401 }, { status: 204 }],
  });
  const statusOf = async (body: object, signed: object, coding = false) => {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = sign(null, Buffer.from(time + JSON.stringify(signed)), privateKey);
    const headers = {
      'X-Signature-Ed25519': signature.toString('hex'),
      'X-Signature-Timestamp': time,
    };
    const sent = json(body, headers);
    if (coding) {
      sent.headers = { ...sent.headers, 'content-encoding': 'gzip' };
      sent.body = new Uint8Array(gzipSync(String(sent.body)));
    }
    return (await sendTo(token, sent)).status;
  };
  expect(await statusOf({ type: 1 }, { type: 1 })).toBe(200);
  expect(await statusOf({ type: 0 }, { type: 0 })).toBe(204);
  expect(await statusOf({ type: 1 }, { type: 2 })).toBe(401);
  expect(await statusOf({ type: 1 }, { type: 1 }, true)).toBe(401);
  expect((await sendTo(token, json({ type: 0 }))).status).toBe(401);
  const event = { type: 1, event: { type: 'ENTITLEMENT_CREATE' } };
  expect(await statusOf(event, event)).toBe(204);
});

describe("Asana's secret", () => {
  const asana: EndpointSettings = {
    verify: { scheme: 'asana' },
    replies: [{ handshake: 'asana' }, { when: '-signature=valid', status: 401 }],
  };
  const handshake = (token: string, value: string) =>
    sendTo(token, { headers: { 'X-Hook-Secret': value } });
  const event = async (token: string, key: string) => {
    const body = '{"events":[]}';
    const headers = { 'X-Hook-Signature': hmac(body, 'hex', key) };
    return (await sendTo(token, { headers, body })).status;
  };

  test('is kept once, and verifies what comes then', async () => {
    const token = await endpointWith(visitor, asana);
    const given = ['the-first-secret-aaaa', 'the-second-secret-bbbb'];
    const answers = await Promise.all(given.map((value) => handshake(token, value)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ headers }) => headers.get('x-hook-secret'))).toEqual(given);
    const { verify: shown } = await visitor.ask(200, 'GET', `/api/endpoints/${token}/settings`);
    const kept = given.find((value) => shown.secrets[0].hint === `…${value.slice(-4)}`) ?? '';
    const [other = ''] = given.filter((value) => value !== kept);
    expect(shown.secrets).toHaveLength(1);
    expect(await event(token, kept)).toBe(200);
    expect(await newest(token)).toMatchObject({ signature: { scheme: 'asana', verdict: 'valid' } });
    expect(await event(token, other)).toBe(401);
    expect((await handshake(token, 'a-third-secret-cccc')).status).toBe(200);
    // The settings once more, as a file has them, keep it; an empty list forgets it.
    const path = `/api/endpoints/${token}/settings`;
    expect(await visitor.ask(200, 'PUT', path, asana)).toEqual({ ...asana, verify: shown });
    expect(await event(token, kept)).toBe(200);
    await putSettings(visitor, token, { ...asana, verify: { scheme: 'asana', secrets: [] } });
    expect(await event(token, kept)).toBe(401);
    expect((await handshake(token, 'a-fourth-secret-dddd')).status).toBe(200);
    expect(await event(token, 'a-fourth-secret-dddd')).toBe(200);
    expect(server.logLines.join('\n')).not.toMatch(
      /the-(first|second)-secret|a-(third|fourth)-secret/,
    );
  });

  test('that cannot be kept is answered 503, and the request is stored', async () => {
    const token = await endpointWith(visitor, { verify: { scheme: 'asana', secrets: ['former'] } });
    await putSettings(visitor, token, { ...asana, verify: { scheme: 'asana', secrets: [] } });
    await damageSecrets(token);
    const response = await handshake(token, 'a-secret-dddd');
    expect([response.status, response.headers.get('x-hook-secret')]).toEqual([503, null]);
    expect(await newest(token)).toMatchObject({ answer: '200' });
  });

  test('is not taken from a request that another reply answers', async () => {
    const token = await endpointWith(visitor, {
      ...asana,
      replies: [{ status: 409 }, { handshake: 'asana' }],
    });
    expect((await handshake(token, 'a-secret-eeee')).status).toBe(409);
    const { verify: shown } = await visitor.ask(200, 'GET', `/api/endpoints/${token}/settings`);
    expect(shown.secrets ?? []).toEqual([]);
  });
});

test("Notion's token is kept likewise", async () => {
  const replies = [{ handshake: 'notion' as const }, { when: '-signature=valid', status: 401 }];
  const token = await endpointWith(visitor, { verify: { scheme: 'notion' }, replies });
  const given = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl';
  expect((await sendTo(token, json({ verification_token: given }))).status).toBe(200);
  const body = '{"id":"1","type":"page.created"}';
  const headers = { 'X-Notion-Signature': `sha256=${hmac(body, 'hex', given)}` };
  expect((await sendTo(token, { headers, body })).status).toBe(200);
});

/** Damages the secrets that are kept for the endpoint. */
async function damageSecrets(token: string): Promise<void> {
  await server.store.db
    .updateTable('endpoint_settings')
    .set({ secrets: 'damaged' })
    .where('endpoint_id', 'in', (query) =>
      query.selectFrom('endpoint').select('id').where('token', '=', token),
    )
    .execute();
}
