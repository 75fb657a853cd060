import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HookwellClient } from '@hookwell/client';
import { requestHeader } from '@hookwell/core/api/settings-names';
import { Verifier } from '@hookwell/core/signatures/verify';
import { Stripe } from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { Forwarder } from '../../src/forwarding/forwarder.ts';
import { chosenScheme } from '../../src/signatures/chosen-scheme.ts';
import { RequestSigner } from '../../src/signatures/request-signer.ts';
import { runInProcess } from '../in-process.ts';
import { KeyWorkplace } from './key-workplace.ts';
import { type Answer, type Arrival, startTarget } from './target-server.ts';

const secret = 'a-secret-that-nobody-may-see-1234';
const key = `whsec_${Buffer.from(secret).toString('base64')}`;

const empty = { input: (async function* (): AsyncGenerator<Uint8Array> {})() };

let said = '';
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
Object.assign(workplace.environment, { SECRET: secret, KEY: key, EMPTY: '' });
const target = forFile(await startTarget());
const token = await workplace.visitor.endpoint();
const headers = { 'content-type': 'application/json', 'linear-event': 'Issue' };
const body = '{"id":"evt_1","type":"invoice.paid","object":"event"}';
const id = String(
  (await send(server, token, { method: 'POST', path: '/p?a=1', headers, body })).id,
);
afterAll(() => {
  expect(said).toContain('POST');
  for (const each of [secret, key]) expect(said).not.toContain(each);
});

/** Runs a command; what it says is searched for the secrets in the end. */
async function run(...words: string[]) {
  try {
    const { out, notes } = await runInProcess(words, workplace.environment);
    said += [out, ...notes].join('\n');
    return { out, notes, failure: '' };
  } catch (error) {
    const failure = error instanceof Error ? `${error.name}: ${error.message}` : '';
    said += failure;
    return { out: '', notes: [], failure };
  }
}

/** The request that the target got last. */
function last(): Arrival {
  const arrival = target.arrivals.at(-1);
  if (arrival === undefined) throw new Error('nothing arrived');
  return arrival;
}

function header({ headers }: Arrival, wanted: string): string | undefined {
  const found = headers.filter(([name]) => name.toLowerCase() === wanted);
  expect(found.length).toBeLessThan(2);
  return found[0]?.[1];
}

/** The verdict of a receiver that knows itself by this address. */
async function verdictOn(
  { method, target: path, headers, body }: Arrival,
  settings: ConstructorParameters<typeof Verifier>[0],
  origin = target.url,
  given = secret,
): Promise<string> {
  const head = { method, url: origin + path, headers: headers.flat(), receivedAt: Date.now() };
  return (await new Verifier(settings, [given]).verify(head, [body])).verdict;
}

describe('a request that is sent again', () => {
  test.each([
    ['github', 'SECRET', 'x-github-delivery'],
    ['slack', 'SECRET', undefined],
    ['shopify', 'SECRET', 'x-shopify-webhook-id'],
    ['standard-webhooks', 'KEY', 'webhook-id'],
    ['square', 'SECRET', undefined],
    ['gitlab', 'SECRET', 'idempotency-key'],
    ['bearer', 'SECRET', undefined],
  ])('%s: is valid, and each time the same delivery', async (scheme, variable, idHeader) => {
    const words = ['replay', id, id, '--to', `${target.url}/hook`, '--sign', scheme];
    expect((await run(...words, '--secret-env', variable)).failure).toBe('');
    const [first, second] = target.arrivals.slice(-2);
    if (first === undefined || second === undefined) throw new Error('too little arrived');
    const given = variable === 'KEY' ? key : secret;
    expect(await verdictOn(second, { scheme }, target.url, given)).toBe('valid');
    expect(await verdictOn(second, { scheme }, target.url, `${given.slice(0, -4)}AAAA`)).toBe(
      'invalid',
    );
    if (idHeader === undefined) return;
    expect(header(first, idHeader)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/);
    expect(header(second, idHeader)).toBe(header(first, idHeader));
  });

  test("is accepted by Stripe's own library", async () => {
    await run('replay', id, '--to', target.url, '--sign', 'stripe', '--secret-env', 'SECRET');
    const arrival = last();
    const signature = header(arrival, 'stripe-signature') ?? '';
    const { webhooks } = new Stripe('sk_test_none');
    expect(webhooks.constructEvent(arrival.body, signature, secret).type).toBe('invoice.paid');
  });

  test('is signed with a private key, where the sender has one', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    workplace.environment.PRIVATE = String(privateKey.export(pem));
    await run('replay', id, '--to', target.url, '--sign', 'discord', '--secret-env', 'PRIVATE');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
    expect(await verdictOn(last(), { scheme: 'discord' }, target.url, raw)).toBe('valid');
    workplace.environment.PRIVATE = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
    const words = ['--to', target.url, '--sign', 'discord', '--secret-env', 'PRIVATE'];
    expect((await run('replay', id, ...words)).failure).toContain('Nothing can be signed');
  });

  test('has the event that is given, or its own, and a note says if there is none', async () => {
    const words = ['replay', id, '--to', target.url, '--secret-env', 'SECRET', '--sign'];
    const { notes } = await run(...words, 'github');
    expect(notes).toEqual([expect.stringContaining('Sent without x-github-event')]);
    expect((await run(...words, 'github', '--event', 'push')).notes).toEqual([]);
    expect(header(last(), 'x-github-event')).toBe('push');
    expect((await run(...words, 'linear', '--event', 'Comment')).notes).toEqual([]);
    expect(header(last(), 'linear-event')).toBe('Issue');
  });

  test('is signed for the address that its receiver knows itself by', async () => {
    const words = ['replay', id, '--to', `${target.url}/in`, '--secret-env', 'SECRET'];
    await run(...words, '--sign', 'square', '--sign-url', 'https://shop.example/hook');
    expect(last().target).toBe('/in/p?a=1');
    const arrival = { ...last(), target: '/hook/p?a=1' };
    expect(await verdictOn(arrival, { scheme: 'square' }, 'https://shop.example')).toBe('valid');
  });

  test('is signed by settings in a file, whose secrets count for nothing', async () => {
    const own = {
      ...{ scheme: 'custom', header: 'Own-Signature', prefix: 'v=', algorithm: 'sha512' as const },
      ...{ encoding: 'base64' as const, signed: '{timestamp} {method} {body}' },
      timestampHeader: 'Own-Time',
    };
    const file = join(workplace.folder, 'settings.json');
    const words = ['replay', id, '--to', target.url, '--secret-env', 'SECRET'];
    for (const document of [own, { replies: [], verify: { ...own, secrets: [{ hint: '…1' }] } }]) {
      writeFileSync(file, JSON.stringify(document));
      expect((await run(...words, '--sign-settings', file)).failure).toBe('');
      expect(await verdictOn(last(), own)).toBe('valid');
    }
    const paired: Parameters<typeof verdictOn>[1] = {
      ...{ scheme: 'custom', header: 'Own-Signature', signed: '{timestamp}.{body}' },
      ...{ algorithm: 'md5', encoding: 'base64url', secretEncoding: 'hex' },
      pairs: { signature: 's', timestamp: 't', separator: ';' },
    };
    writeFileSync(file, JSON.stringify(paired));
    workplace.environment.HEX = `${Buffer.from(secret).toString('hex')}\n`;
    const hexWords = ['replay', id, '--to', target.url, '--secret-env', 'HEX'];
    expect((await run(...hexWords, '--sign-settings', file)).failure).toBe('');
    const hex = workplace.environment.HEX.trim();
    expect(await verdictOn(last(), paired, target.url, hex)).toBe('valid');
    writeFileSync(file, JSON.stringify({ ...own, algorithm: 'md4' }));
    expect((await run(...words, '--sign-settings', file)).failure).toContain(
      `${file}: verify.algorithm`,
    );
  });
});

test('a request that is tried again is signed anew', async () => {
  const { HOOKWELL_URL: baseUrl = '', HOOKWELL_API_KEY: apiKey = '' } = workplace.environment;
  const client = new HookwellClient({ baseUrl, apiKey });
  const [captured] = (await client.requests.page({ limit: 1, view: 'summary' })).items;
  if (captured === undefined) throw new Error('nothing is captured');
  const chosen = await chosenScheme({ name: 'stripe', file: undefined }, empty, 'replay');
  const signer = new RequestSigner({ ...chosen, secret, event: undefined, onNoEvent: () => {} });
  const port = await freePort();
  const away = Promise.withResolvers<void>();
  const forwarder = new Forwarder({
    ...{ client, target: new URL(`http://127.0.0.1:${port}`), timeoutMs: 10_000 },
    signing: { signer, scheme: chosen.scheme, address: undefined },
    retrying: {
      retryMs: 20_000,
      retryStatuses: new Set(),
      onAway: () => away.resolve(),
      onRefusing: () => {},
      onBack: () => {},
    },
    signal: new AbortController().signal,
  });
  const forwarding = forwarder.forward(forwarder.prepare(captured));
  await away.promise;
  const began = Math.floor(Date.now() / 1000);
  await eventually(() => Math.floor(Date.now() / 1000) > began, Boolean);
  await using back = await startTarget(undefined, port);
  expect(await forwarding).toMatchObject({ status: 200 });
  const [arrival] = back.arrivals;
  if (arrival === undefined) throw new Error('nothing arrived');
  expect(Number(/t=(\d+)/.exec(header(arrival, 'stripe-signature') ?? '')?.[1])).toBeGreaterThan(
    began,
  );
  forwarder.close();
});

test('listen signs what it forwards', async () => {
  const words = ['--forward', target.url, '--sign', 'slack', '--secret-env', 'SECRET'];
  await using listening = workplace.startHere('listen', token, '--since', '0', ...words);
  await listening.linesUpTo(1);
  expect(await verdictOn(last(), { scheme: 'slack' })).toBe('valid');
  await listening.interrupt();
  said += listening.lines.join('\n') + listening.errors;
});

/** Answers as a service that stored the webhook. */
const acknowledge: Answer = (_, response) =>
  void response.writeHead(200, { [requestHeader]: '1' }).end('{"id":1}');

describe('send', () => {
  test.each([
    ['github:push', 'github', 'x-github-event', 'push'],
    ['shopify:orders/create', 'shopify', 'x-shopify-topic', 'orders/create'],
    ['stripe:invoice.paid', 'stripe', 'accept', '*/*; q=0.5, application/xml'],
    ['slack:event_callback', 'slack', 'accept', '*/*'],
    ['gitlab:push', 'gitlab', 'x-gitlab-event', 'Push Hook'],
    ['twilio:sms', 'twilio', 'accept', '*/*'],
  ])('signs the sample %s as its sender does', async (sample, scheme, name, value) => {
    const url = `${target.url}/wh/${token}`;
    await using answering = await startTarget(acknowledge);
    const at = url.replace(target.url, answering.url);
    const words = ['send', at, '--sample', sample, '--secret-env', 'SECRET', '--path', '/a?b=1'];
    expect((await run(...words)).failure).toBe('');
    const [arrival] = answering.arrivals;
    if (arrival === undefined) throw new Error('nothing arrived');
    expect(await verdictOn(arrival, { scheme }, answering.url)).toBe('valid');
    expect(header(arrival, name)).toBe(value);
    expect(header(arrival, 'x-hub-signature')).toBeUndefined();
  });

  test('signs a webhook of your own', async () => {
    await using answering = await startTarget(acknowledge);
    const words = [
      'send',
      `${answering.url}/wh/${token}`,
      '--data',
      '{}',
      '--secret-env',
      'SECRET',
    ];
    await run(...words, '--sign', 'github', '--event', 'ping');
    const [arrival] = answering.arrivals;
    if (arrival === undefined) throw new Error('nothing arrived');
    expect(await verdictOn(arrival, { scheme: 'github' })).toBe('valid');
    expect(header(arrival, 'x-github-event')).toBe('ping');
  });
});

test.each([
  [['--sign', 'github'], 'UsageError: Option --secret-env is missing'],
  [['--secret-env', 'SECRET'], 'UsageError: Option --secret-env needs --sign or --sign-settings'],
  [['--sign', 'nobody', '--secret-env', 'SECRET'], 'UsageError: There is no signature scheme'],
  [['--sign', 'github', '--secret-env', 'EMPTY'], 'UsageError: The environment variable of option'],
  [['--sign', 'github', '--secret-env', secret], 'there is none of this name'],
  [['--sign', 'stripe', '--secret-env', 'SECRET', '--event', 'x'], 'Stripe names no event'],
  [['--sign', 'sendgrid', '--secret-env', 'SECRET'], 'cannot be made here'],
  [
    ['--sign', 'standard-webhooks', '--secret-env', 'SECRET'],
    'CommandFailure: The secret cannot be',
  ],
  [
    ['--sign', 'custom', '--secret-env', 'SECRET'],
    'UsageError: The scheme custom needs settings from a file (verify.header:',
  ],
])('replay %j is refused before anything is sent', async (words, failure) => {
  const before = target.arrivals.length;
  expect((await run('replay', id, '--to', target.url, ...words)).failure).toContain(failure);
  expect(target.arrivals).toHaveLength(before);
});
