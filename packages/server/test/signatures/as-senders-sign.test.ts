import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { EndpointSettings } from '@hookwell/core/api';
import { Verifier } from '@hookwell/core/signatures/verify';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { putSettings } from '../replies/settings.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { headerRecord, publicUrl, signedHeaders } from './signed-requests.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');
const token = await owner.endpoint();
const body = '{"id":"evt_1","text":"grüße"}';
const secret = 'a-secret-of-k3f9';

function hmac(text: string, encoding: 'hex' | 'base64' | 'base64url' = 'hex', hash = 'sha256') {
  return createHmac(hash, secret).update(text).digest(encoding);
}

const seconds = String(Math.floor(server.clock() / 1000));
const ms = String(server.clock());
type Custom = NonNullable<EndpointSettings['verify']> & { header: string };
const custom: Custom = {
  scheme: 'custom',
  header: 'X-Signature',
  algorithm: 'sha256',
  encoding: 'hex',
  signed: '{body}',
};
const paired: Custom = {
  ...custom,
  signed: '{timestamp}.{body}',
  pairs: { signature: 'v1', timestamp: 't' },
};

interface Described {
  verify: Partial<Custom>;
  header: string;
  secret?: string;
  /** Other headers. */
  more?: Record<string, string>;
}

/** Headers as the pages of these senders show them, and settings that describe them. */
const described: Record<string, Described> = {
  Mux: {
    verify: { ...paired, header: 'Mux-Signature' },
    header: `t=${seconds},v1=${hmac(`${seconds}.${body}`)}`,
  },
  'WorkOS, whose time is in milliseconds': {
    verify: { ...paired, header: 'WorkOS-Signature' },
    header: `t=${ms}, v1=${hmac(`${ms}.${body}`)}`,
  },
  'Persona, while its secret rotates': {
    verify: { ...paired, header: 'Persona-Signature' },
    header: `t=${seconds},v1=${'0'.repeat(64)} t=${seconds},v1=${hmac(`${seconds}.${body}`)}`,
  },
  'pairs with semicolons, quotes and no time': {
    verify: { ...custom, encoding: 'base64', pairs: { signature: 'sig', separator: ';' } },
    header: `keyId="1"; sig="${hmac(body, 'base64')}"`,
  },
  'PagerDuty, while its secret rotates': {
    verify: { ...custom, header: 'X-PagerDuty-Signature', prefix: 'v1=' },
    header: `v1=${'0'.repeat(64)},v1=${hmac(body)}`,
  },
  'several with a prefix that has a comma': {
    verify: { ...custom, encoding: 'base64', prefix: 'v1,' },
    header: `v1a,${'A'.repeat(44)} v1,${hmac(body, 'base64')}`,
  },
  'Airtable, whose key is Base64': {
    verify: {
      ...{ ...custom, header: 'X-Airtable-Content-MAC', prefix: 'hmac-sha256=' },
      secretEncoding: 'base64',
    },
    header: `hmac-sha256=${hmac(body)}`,
    secret: Buffer.from(secret).toString('base64'),
  },
  'a key in hex': {
    verify: { ...custom, secretEncoding: 'hex' },
    header: hmac(body),
    secret: Buffer.from(secret).toString('hex'),
  },
  'Patreon, with MD5': {
    verify: { ...custom, header: 'X-Patreon-Signature', algorithm: 'md5' },
    header: hmac(body, 'hex', 'md5'),
  },
  'Base64 for URLs': {
    verify: { ...custom, encoding: 'base64url' },
    header: hmac(body, 'base64url'),
  },
  'Base64 for URLs, with its padding': {
    verify: { ...custom, encoding: 'base64url' },
    header: `${hmac(body, 'base64url')}=`,
  },
};

interface Signature {
  verdict: string;
  reason?: string;
}

async function findingOn(init: RequestInit, path = ''): Promise<Signature> {
  const { id } = await send(server, token, { method: 'POST', ...init, path });
  return (await owner.ask(200, 'GET', `/api/requests/${id}`)).signature;
}

test.each(Object.entries(described))('custom describes %s', async (_name, one) => {
  const verify = { ...custom, ...one.verify };
  const secrets = [one.secret ?? secret];
  await putSettings(owner, token, { verify: { ...verify, secrets } });
  const headers = { [verify.header]: one.header };
  expect((await findingOn({ headers, body })).verdict).toBe('valid');
  // Not sent, since the service would look for the cause.
  const head = { method: 'POST', url: '', headers: [verify.header, one.header], receivedAt: 0 };
  const changed = await new Verifier(verify, secrets).verify(head, [Buffer.from(`${body} `)]);
  expect(changed.verdict).toBe('invalid');
});

test("mailgun's inbound messages with attachments are multipart forms", async () => {
  await putSettings(owner, token, { verify: { scheme: 'mailgun', secrets: [secret] } });
  const form = (signature: string) => {
    const fields = new FormData();
    fields.set('attachment-1', new Blob([Buffer.alloc(2 ** 21, 'x\r\n--')]), 'scan.pdf');
    for (const [name, value] of Object.entries({ token: 'a token', timestamp: seconds, signature }))
      fields.set(name, value);
    return { body: fields };
  };
  const right = hmac(`${seconds}a token`);
  expect(await findingOn(form(right))).toMatchObject({ verdict: 'valid' });
  expect(await findingOn(form(hmac('another text')))).toMatchObject({ verdict: 'invalid' });
});

const key = Buffer.from(secret).toString('base64');

test.each([
  ['svix', `whsec_${key}`],
  ['standard-webhooks', `v1,whsec_${key}`],
  ['standard-webhooks', `polar_whs_${key}`],
  ['stripe', `whsec_${key}`],
])('%s takes %s with a line break and spaces around it', async (scheme, shown) => {
  const verify = { scheme, secrets: [` ${shown}\r\n`] };
  await putSettings(owner, token, { verify });
  const stored = await owner.ask(200, 'GET', `/api/endpoints/${token}/settings`);
  expect(stored.verify.secrets).toEqual([{ hint: `…${shown.slice(-4)}` }]);
  const headers = headerRecord(signedHeaders(server, token, { scheme, secret: shown, body }));
  expect(await findingOn({ headers, body })).toMatchObject({ verdict: 'valid' });
});

test.each([
  ['svix', 'my secret', 'whsec_. Wanted is what Svix calls Signing Secret. On the page'],
  ['discord', 'my secret', '64 hex digits. Wanted is what Discord calls Public Key. '],
  ['paypal', '-----BEGIN CERTIFICATE-----\nAAAA', 'calls Certificate. '],
  ['basic', 'no colon', 'with a colon between them.'],
  ['github', ' \n', 'a secret has 1 to 4096 characters'],
])('%s: what is no secret is refused with what the sender shows', async (scheme, given, says) => {
  const verify = { scheme, secrets: [given], ...(scheme === 'paypal' && { webhookId: '1' }) };
  const path = `/api/endpoints/${token}/settings`;
  const { error } = await owner.ask(400, 'PUT', path, { verify });
  expect(error).toContain(says);
  expect(error).toMatch(/^verify\.secrets\[0\]: /);
});

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

test('twilio signs with a shared key and SHA-256, and escapes that others write otherwise', async () => {
  await putSettings(owner, token, { verify: { scheme: 'twilio', secrets: [secret] } });
  const url = `${publicUrl(server, token)}?name=O'Neil`;
  const headers = (hash: string) => ({
    ...formType,
    'X-Twilio-Signature': hmac(`${url}Bodyhello`, 'base64', hash),
    'X-Twilio-Webhooks-Signature-Settings': 'key=webhooks_sharedkey_1,algorithm=HMAC_SHA256',
  });
  // The client writes %27.
  const found = async (hash: string) =>
    await findingOn({ headers: headers(hash), body: 'Body=hello' }, "?name=O'Neil");
  expect(await found('sha256')).toMatchObject({ verdict: 'valid' });
  expect(await found('sha1')).toMatchObject({ verdict: 'invalid' });
});

test('mandrill signs the address and the fields of its form', async () => {
  await putSettings(owner, token, { verify: { scheme: 'mandrill', secrets: [secret] } });
  const events = '[{"event":"hard_bounce","msg":{"email":"ada@example.com"}}]';
  const signature = hmac(`${publicUrl(server, token)}mandrill_events${events}`, 'base64', 'sha1');
  const found = async (text: string) => {
    const body = new URLSearchParams({ mandrill_events: text });
    return await findingOn({ headers: { 'X-Mandrill-Signature': signature }, body });
  };
  expect(await found(events)).toMatchObject({ verdict: 'valid' });
  expect(await found(`${events} `)).toMatchObject({ verdict: 'invalid' });
  expect(await findingOn({ body: '{}' })).toMatchObject({ verdict: 'missing' });
});

const ecKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ecKey = ecKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const ecPublic = ecKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

interface Changed {
  scheme: string;
  /** The key that signs and the one that verifies, if not the secret. */
  signing?: string;
  stored?: string;
  says: string;
  signed: string;
  came: string;
}

test.each<Changed>([
  {
    ...{ scheme: 'meta', says: 'with escapes as Meta writes them' },
    signed: '{"from":"ada\\u0040example.com","text":"\\u003Cb> 100\\u0025 \\u00e9"}',
    came: '{"from":"ada@example.com","text":"<b> 100% é"}',
  },
  {
    ...{ scheme: 'sendgrid', signing: ecKey, stored: ecPublic },
    says: 'with line breaks (CR LF) between its events, as SendGrid writes it',
    signed: '[{"event":"open"},\r\n{"event":"click"}]\r\n',
    came: '[{"event":"open"},{"event":"click"}]',
  },
  {
    ...{ scheme: 'slack', says: 'a form as browsers encode it, and it became JSON on the way' },
    signed: 'command=%2Fdeploy&text=a+b',
    came: '{"command":"/deploy","text":"a b"}',
  },
])('$scheme: $says', async ({ scheme, signing, stored, signed, came, says }) => {
  await putSettings(owner, token, { verify: { scheme, secrets: [stored ?? secret] } });
  const request = { scheme, secret: signing ?? secret, body: signed };
  const headers = headerRecord(signedHeaders(server, token, request));
  // A busy machine looks for a cause later, or not to the end.
  const found = await eventually(
    () => findingOn({ headers, body: came }),
    ({ reason = '' }) => !/being looked for|took too long/.test(reason),
  );
  expect(found.verdict).toBe('invalid');
  expect(found.reason).toContain(says);
});

test.each([
  [{ ...custom, signed: '{timestamp}.{body}', timestampHeader: 'x-signature' }, 'timestampHeader'],
  [{ ...custom, secretEncoding: 'base64', secrets: ['no Base64!'] }, 'secrets[0]'],
  [{ ...paired, pairs: { signature: 't', timestamp: 't' } }, 'pairs.timestamp'],
  [{ ...paired, prefix: 'v1=' }, 'prefix'],
])('what can never match is refused: %j', async (verify, member) => {
  const document = { verify: { secrets: [secret], ...verify } };
  const refused = await owner.ask(400, 'PUT', `/api/endpoints/${token}/settings`, document);
  expect(refused.error).toMatch(new RegExp(`^verify.${member.replace(/[[\]]/g, '\\$&')}: `));
});
