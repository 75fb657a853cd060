import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw, openSocket } from '../raw-http.ts';
import { endpointWith, putSettings } from '../replies/settings.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { headerRecord, publicUrl, type SignedRequest, signedHeaders } from './signed-requests.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

const keys = generateKeyPairSync('ed25519');
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
const secret = 'a-secret-of-k3f9';

interface Family {
  secret?: string;
  /** The secret that verifies, if it is not the one that signs. */
  stored?: string;
  event?: string;
  time?: true;
  contentType?: string;
}

/** The families of signatures. */
const families: Record<string, Family> = {
  github: { event: 'push' },
  gitlab: { event: 'push' },
  stripe: { event: 'a.b', time: true },
  'standard-webhooks': {
    secret: `whsec_${Buffer.from(secret).toString('base64')}`,
    event: 'a.b',
    time: true,
  },
  slack: { time: true },
  shopify: { event: 'push' },
  square: { event: 'a.b' },
  twilio: { contentType: 'application/x-www-form-urlencoded' },
  discord: { secret: privateKey, stored: publicKey.toString('hex'), time: true },
  bearer: {},
};
const body = JSON.stringify({ id: 'evt_1', event_id: 'evt_1', type: 'a.b', text: 'ä' });

async function captured(token: string, id: number) {
  const found = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  return found.find((one: { id: number }) => one.id === id);
}

const verify = (scheme: string, ...secrets: string[]) => ({ verify: { scheme, secrets } });

test.each(Object.entries(families))(
  '%s: right, changed, without, too old',
  async (scheme, family) => {
    const { contentType = 'application/json' } = family;
    const signing: SignedRequest = { scheme, secret: family.secret ?? secret, body, contentType };
    const token = await endpointWith(owner, verify(scheme, family.stored ?? signing.secret));
    const post = async (headers: readonly string[], text = body) => {
      const init = { method: 'POST', headers: headerRecord(headers), body: text };
      return await captured(token, (await send(server, token, init)).id);
    };
    const headers = signedHeaders(server, token, signing);
    const right = await post(headers);
    expect(right.signature).toMatchObject({ scheme, verdict: 'valid' });
    expect(right.signature.reason).toMatch(/^secret ….{4}$/);
    expect(right.event).toBe(family.event);
    const changed = [...headers];
    const signatureAt = changed.findIndex((text, at) => at % 2 === 1 && text.length > 14);
    changed[signatureAt] =
      changed[signatureAt]?.replace(/.(?=.{3}$)/, (one) => (one === '1' ? '2' : '1')) ?? '';
    const wrong = (await post(changed)).signature;
    expect(wrong).toMatchObject({ scheme, verdict: 'invalid' });
    expect(wrong.reason).toMatch(/^[A-Z].*\.$/s);
    expect((await post([])).signature).toMatchObject({ scheme, verdict: 'missing' });
    if (family.time === undefined) return expect(right.signature.signedAt).toBeUndefined();
    expect(Date.parse(right.signature.signedAt)).toBeGreaterThan(Date.now() - 60_000);
    const old = await post(signedHeaders(server, token, { ...signing, age: 3_600_000 }));
    expect(old.signature).toMatchObject({ verdict: 'stale', signedAt: expect.any(String) });
  },
);

const mebibyte = 1024 * 1024;
const otherKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
const notUsed: Readonly<Record<string, string>> = {
  discord: otherKey.subarray(-32).toString('hex'),
};

test.each([
  ['github', 5, 'of a known length'],
  ['discord', 2, 'in chunks'],
  ['stripe', 2, 'in chunks'],
])(
  'a large body of %s is verified, whoever saw it arrive (%i MiB %s)',
  async (scheme, size, form) => {
    const large = Buffer.alloc(size * mebibyte, 'a large body, ');
    const changed = Buffer.from(large);
    changed[changed.length - 1] = 0;
    const family = families[scheme];
    const used = family?.secret ?? secret;
    const token = await endpointWith(
      owner,
      verify(scheme, notUsed[scheme] ?? 'another-secret', family?.stored ?? used),
    );
    const headers = signedHeaders(server, token, { scheme, secret: used, body: large });
    const post = async (bytes: Buffer<ArrayBuffer>) => {
      const body = form === 'in chunks' ? new Blob([bytes]).stream() : bytes;
      // Its types lack what Node asks for with streams.
      const init = {
        method: 'POST',
        headers: headerRecord(headers),
        body,
        duplex: 'half',
      } as object;
      return (await send(server, token, init)).id;
    };
    // When the first one arrives, the settings are not in memory.
    const ids = [await post(large), await post(large), await post(changed)];
    const list = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}?view=summary`);
    const verdicts = list.map((one: { signature: { verdict: string } }) => one.signature.verdict);
    expect(ids).toEqual(list.map((one: { id: number }) => one.id).reverse());
    expect(verdicts).toEqual(['invalid', 'valid', 'valid']);
  },
);

test('of several secrets any counts; one without a hint is named by its place', async () => {
  const short = 'too short';
  const token = await endpointWith(owner, verify('github', 'another-of-9xyz', short, secret));
  for (const [one, reason] of [
    [secret, 'secret …k3f9'],
    [short, 'the second secret'],
  ] as const) {
    const headers = headerRecord(signedHeaders(server, token, { scheme: 'github', secret: one }));
    const { id } = await send(server, token, { method: 'POST', headers, body: '{}' });
    expect((await captured(token, id)).signature).toEqual({
      scheme: 'github',
      verdict: 'valid',
      reason,
    });
  }
});

test('a new secret counts for the next request, and replies go by the verdict', async () => {
  const token = await owner.endpoint();
  const replies = [
    { when: 'signature=valid event=push', status: 202, body: '{{signature}} {{event}}' },
    { when: '-signature=valid', status: 401 },
  ];
  for (const current of ['one-secret-1111', 'two-secret-2222', 'three-secret-33']) {
    await putSettings(owner, token, { ...verify('github', current), replies });
    for (const used of ['one-secret-1111', 'two-secret-2222', 'three-secret-33']) {
      const signed = signedHeaders(server, token, { scheme: 'github', secret: used });
      const init = { method: 'POST', headers: headerRecord(signed), body: '{}' };
      const { status, text } = await send(server, token, init);
      expect([status, text]).toEqual(used === current ? [202, 'valid push'] : [401, '']);
    }
  }
  const invalid = await owner.ask(
    200,
    'GET',
    `/api/requests?match=${encodeURIComponent('signature=invalid')}`,
  );
  expect(invalid.map((one: { answer: string }) => one.answer)).toEqual(
    expect.arrayContaining(['401']),
  );
});

test('requests in one packet are verified each by itself, and stored in their order', async () => {
  const token = await endpointWith(owner, verify('github', secret));
  const request = (text: string, used: string, more = '') => {
    const signed = signedHeaders(server, token, { scheme: 'github', secret: used, body: text });
    const lines = signed.map((part, at) => part + (at % 2 === 0 ? ': ' : '\r\n')).join('');
    return `POST /wh/${token} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n${lines}\r\n${text}`;
  };
  const last = request('last', secret, 'Connection: close\r\n');
  await exchangeAll(
    request('first', secret) + request('second', 'wrong') + request('third', secret) + last,
  );
  const all = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  interface Shown {
    body: { raw: string };
    signature: { verdict: string };
  }
  const shown = all
    .reverse()
    .map(({ body: { raw }, signature }: Shown) => [raw, signature.verdict]);
  expect(shown).toEqual([
    ['first', 'valid'],
    ['second', 'invalid'],
    ['third', 'valid'],
    ['last', 'valid'],
  ]);
});

async function exchangeAll(bytes: string): Promise<void> {
  const socket = await openSocket(server.url);
  socket.end(bytes);
  for await (const _ of socket);
}

test('settings that verify nothing any more, or cannot, store requests all the same', async () => {
  const token = await endpointWith(owner, verify('github', secret));
  const { db } = server.store;
  await db
    .updateTable('endpoint_settings')
    .set({ secrets: 'damaged' })
    .where('endpoint_id', 'in', db.selectFrom('endpoint').select('id').where('token', '=', token))
    .execute();
  const headers = headerRecord(
    signedHeaders(server, token, { scheme: 'github', secret, id: 'd1' }),
  );
  const { id } = await send(server, token, { method: 'POST', headers, body: '{}' });
  const found = await captured(token, id);
  expect(found.signature).toMatchObject({
    scheme: 'github',
    verdict: 'unverifiable',
    reason: 'The kept secrets were encrypted under a key that is not here.',
  });
  expect(found.event).toBe('push');
  await putSettings(owner, token, { replies: [{ status: 200 }] });
  await send(server, token, { method: 'POST', headers, body: '{}' });
  const [plain] = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  expect(plain).toMatchObject({ answer: '200' });
  expect(plain).not.toHaveProperty('signature');
  expect(plain).not.toHaveProperty('event');
});

test('the public address is the one that the endpoint was shown with', async () => {
  const token = await endpointWith(owner, verify('square', secret));
  const url = `${publicUrl(server, token)}/shop?a=%41`;
  const headers = signedHeaders(server, token, { scheme: 'square', secret, url });
  const lines = headers.map((part, at) => part + (at % 2 === 0 ? ': ' : '\r\n')).join('');
  const target = `http://elsewhere.example/wh/${token}/shop?a=%41`;
  const answer = await exchangeRaw(
    server.url,
    `POST ${target} HTTP/1.1\r\nHost: elsewhere.example\r\n${lines}Content-Length: 2\r\n\r\n{}`,
  );
  const { signature } = await captured(token, JSON.parse(answer.body).id);
  expect(signature).toMatchObject({ verdict: 'valid' });
});

test('a large body stays verified where it is evaluated twice, since a contract came meanwhile', async () => {
  const contentful = { scheme: 'contentful', secret: 'c'.repeat(64) };
  const token = await endpointWith(owner, verify(contentful.scheme, contentful.secret));
  const body = JSON.stringify({ text: 'x'.repeat(300_000) });
  const post = async () => {
    const headers = headerRecord(signedHeaders(server, token, { ...contentful, body }));
    await send(server, token, { method: 'POST', headers, body });
    const path = `/api/requests/endpoint/${token}?view=summary&limit=1`;
    const [newest] = await owner.ask(200, 'GET', path);
    return newest.signature.verdict;
  };
  expect([await post(), await post()]).toEqual(['valid', 'valid']);
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/contract`, { events: { paid: true } });
  expect(await post()).toBe('valid');
});
