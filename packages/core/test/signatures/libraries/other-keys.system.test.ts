import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import https from 'node:https';
import { beforeAll, expect, it } from 'vitest';
import { findHeader, type SchemeSettings } from '../../../src/signatures/index.ts';
import { sign } from '../../../src/signatures/sign.ts';
import { checkKey, Verifier } from '../../../src/signatures/verify/index.ts';
import { secretOf, url } from '../requests.ts';
import { installLibraries, load } from './load.ts';

beforeAll(installLibraries, 600_000);

const body = Buffer.from('{"id":"1","type":"order.paid","text":"grüße"}');
const changed = Buffer.from('{"id":"2","type":"order.paid","text":"grüße"}');

async function verdict(settings: SchemeSettings, secret: string, headers: string[], bytes = body) {
  expect(checkKey(settings, secret)).toBeUndefined();
  const head = { method: 'POST', url, headers, receivedAt: Date.now() };
  const verifier = new Verifier(settings, [secretOf(settings.scheme), secret]);
  const whole = await verifier.verify(head, [bytes]);
  const hashing = verifier.begin(head);
  for (const byte of bytes) hashing?.update(Buffer.of(byte));
  expect(await verifier.verify(head, [bytes], hashing)).toEqual(whole);
  return whole.verdict;
}

function signedBy(scheme: string, privateKey: string): string[] {
  const request = { method: 'POST', url, headers: [], body };
  return [...sign({ scheme }, privateKey, request, { now: Date.now() })];
}

it('discord: Ed25519, and its library agrees', async () => {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  const key = pair.publicKey.subarray(-32).toString('hex');
  const headers = signedBy('discord', pair.privateKey);
  const { verifyKey } = await load<{ verifyKey(...given: unknown[]): Promise<boolean> }>(
    'discord-interactions/dist/index.js',
  );
  for (const bytes of [body, changed]) {
    const accepted = await verifyKey(
      ...[bytes, findHeader(headers, 'x-signature-ed25519')],
      ...[findHeader(headers, 'x-signature-timestamp'), key],
    );
    expect(accepted).toBe(bytes === body);
    const settings = { scheme: 'discord' };
    expect(await verdict(settings, key, headers, bytes)).toBe(accepted ? 'valid' : 'invalid');
  }
});

it('standard-webhooks: v1a is Ed25519 under a key that begins with whpk_', async () => {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  const key = `whpk_${pair.publicKey.subarray(-32).toString('base64')}`;
  const time = `${Math.floor(Date.now() / 1000)}`;
  const message = Buffer.concat([Buffer.from(`msg_1.${time}.`), body]);
  const signature = `v1,AAAA v1a,${signWith(null, message, pair.privateKey).toString('base64')}`;
  const headers = [
    'webhook-id',
    'msg_1',
    'webhook-timestamp',
    time,
    'webhook-signature',
    signature,
  ];
  const settings = { scheme: 'standard-webhooks' };
  expect(await verdict(settings, key, headers)).toBe('valid');
  expect(await verdict(settings, key, headers, changed)).toBe('invalid');
});

it.each([
  ['v1,whsec_', (bytes: Buffer) => bytes],
  ['whsec_', (bytes: Buffer) => bytes],
  // Its own library makes Base64 of the whole text, for the library of Standard Webhooks.
  ['polar_whs_', (bytes: Buffer) => Buffer.from(`polar_whs_${bytes.toString('base64')}`)],
])('standard-webhooks: secrets that begin with %s sign as its library does', async (begin, key) => {
  interface Library {
    Webhook: new (key: string) => { sign(id: string, at: Date, body: string): string };
  }
  const { Webhook } = await load<Library>('standardwebhooks/dist/index.js');
  const bytes = Buffer.from('a secret of 24 bytes ...');
  const made = new Webhook(key(bytes).toString('base64'));
  const at = new Date();
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const values = ['msg_1', `${Math.floor(at.getTime() / 1000)}`];
  const headers = [...values, made.sign('msg_1', at, body.toString())].flatMap((value, index) => [
    names[index] ?? '',
    value,
  ]);
  const secret = `${begin}${bytes.toString('base64')}`;
  for (const scheme of ['standard-webhooks', 'svix']) {
    expect(await verdict({ scheme }, secret, headers)).toBe('valid');
    expect(await verdict({ scheme }, secret, headers, changed)).toBe('invalid');
  }
});

it('sendgrid: ECDSA, and its library agrees', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const headers = signedBy(
    'sendgrid',
    privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  );
  interface SendGrid {
    EventWebhook: new () => {
      convertPublicKeyToECDSA(pem: string): unknown;
      verifySignature(...given: unknown[]): boolean;
    };
  }
  const { EventWebhook } = await load<SendGrid>('@sendgrid/eventwebhook/index.js');
  const library = new EventWebhook();
  const signature = findHeader(headers, 'x-twilio-email-event-webhook-signature');
  const time = findHeader(headers, 'x-twilio-email-event-webhook-timestamp');
  for (const bytes of [body, changed]) {
    const key = library.convertPublicKeyToECDSA(der);
    const accepted = library.verifySignature(key, bytes, signature, time);
    expect(accepted).toBe(bytes === body);
    for (const form of [pem, der])
      expect(await verdict({ scheme: 'sendgrid' }, form, headers, bytes)).toBe(
        accepted ? 'valid' : 'invalid',
      );
  }
});

it('plaid: a JWT made by jose', async () => {
  interface Jose {
    SignJWT: new (
      claims: object,
    ) => {
      setProtectedHeader(header: object): InstanceType<Jose['SignJWT']>;
      setIssuedAt(seconds?: number): InstanceType<Jose['SignJWT']>;
      sign(key: unknown): Promise<string>;
    };
  }
  const { SignJWT } = await load<Jose>('jose/dist/webapi/index.js');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { createHash } = await import('node:crypto');
  const claims = { request_body_sha256: createHash('sha256').update(body).digest('hex') };
  const jwt = (seconds?: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'key-1' })
      .setIssuedAt(seconds)
      .sign(privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const settings = { scheme: 'plaid' };
  for (const key of [JSON.stringify(jwk), JSON.stringify({ key: jwk, request_id: '1' })]) {
    const headers = ['Plaid-Verification', await jwt()];
    expect(await verdict(settings, key, headers)).toBe('valid');
    expect(await verdict(settings, key, headers, changed)).toBe('invalid');
    const old = ['Plaid-Verification', await jwt(Math.floor(Date.now() / 1000) - 400)];
    expect(await verdict(settings, key, old)).toBe('stale');
  }
  const symmetric = Buffer.from('{"alg":"HS256"}').toString('base64url');
  const message = `${symmetric}.${(await jwt()).split('.')[1]}`;
  const made = signWith('sha256', Buffer.from(message), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');
  const otherwise = ['Plaid-Verification', `${message}.${made}`];
  expect(await verdict(settings, JSON.stringify(jwk), otherwise)).toBe('invalid');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const [, signedClaims = ''] = (await jwt()).split('.');
  const unsigned = ['Plaid-Verification', `${none}.${signedClaims}.AAAA`];
  expect(await verdict(settings, JSON.stringify(jwk), unsigned)).toBe('invalid');
});

it('adyen: what its library calculates, in the body and in a header', async () => {
  interface Adyen {
    default: new () => { calculateHmac(data: unknown, key: string): string };
  }
  const { default: HmacValidator } = await load<Adyen>(
    '@adyen/api-library/lib/src/utils/hmacValidator.js',
  );
  const library = new HmacValidator();
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  const item = {
    ...{ pspReference: '7914073381342284', merchantAccountCode: 'TestMerchant' },
    ...{ merchantReference: 'TestPayment:1407325143704', eventCode: 'AUTHORISATION' },
    ...{ amount: { value: 1130, currency: 'EUR' }, success: 'true', operations: ['CANCEL'] },
  };
  const signed = (amount: number) => ({
    NotificationRequestItem: {
      ...item,
      amount: { ...item.amount, value: amount },
      additionalData: { hmacSignature: library.calculateHmac(item, key) },
    },
  });
  const request = (...items: object[]) => Buffer.from(JSON.stringify({ notificationItems: items }));
  const settings = { scheme: 'adyen' };
  expect(await verdict(settings, key, [], request(signed(1130)))).toBe('valid');
  expect(await verdict(settings, key, [], request(signed(1130), signed(1131)))).toBe('invalid');
  expect(await verdict(settings, key, [], request())).toBe('missing');
  const banking = ['HmacSignature', library.calculateHmac(body.toString(), key)];
  expect(await verdict(settings, key, banking)).toBe('valid');
  expect(await verdict(settings, key, banking, changed)).toBe('invalid');
});

it('aws-sns: both versions, and its library agrees', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const Validator =
    await load<new () => { validate(message: object, done: (error: Error | null) => void): void }>(
      'sns-validator/index.js',
    );
  const get = https.get;
  // It fetches the certificate: here it gets the key.
  const answer = (_url: unknown, done: (response: object) => void) => {
    const response = {
      statusCode: 200,
      on(event: string, listen: (data?: string) => void) {
        listen(event === 'data' ? pem : undefined);
        return response;
      },
    };
    done(response);
    return { on: () => undefined };
  };
  Object.assign(https, { get: answer });
  try {
    for (const [version, hash] of [
      ['1', 'sha1'],
      ['2', 'sha256'],
    ] as const) {
      const message = {
        ...{ Type: 'Notification', MessageId: '1', Subject: 'Grüße', Message: 'a\nb' },
        ...{ TopicArn: 'arn:aws:sns:eu-west-1:1:topic', Timestamp: new Date().toISOString() },
      };
      const names = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
      const text = names.map((name) => `${name}\n${message[name]}\n`).join('');
      const signed = {
        ...message,
        SignatureVersion: version,
        Signature: signWith(hash, Buffer.from(text), privateKey).toString('base64'),
        SigningCertURL: `https://sns.eu-west-1.amazonaws.com/${version}.pem`,
      };
      for (const sent of [signed, { ...signed, Message: 'a\nc' }]) {
        const error = await new Promise((resolve) => new Validator().validate(sent, resolve));
        expect(error === null).toBe(sent === signed);
        const bytes = Buffer.from(JSON.stringify(sent));
        expect(await verdict({ scheme: 'aws-sns' }, pem, [], bytes)).toBe(
          sent === signed ? 'valid' : 'invalid',
        );
      }
    }
  } finally {
    Object.assign(https, { get });
  }
});
