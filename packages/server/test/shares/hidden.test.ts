import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { samples } from '@hookwell/core/senders/tables/samples';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloads } from '../../../core/test/match/payloads.ts';
import { partsIn, toldBy } from '../../../core/test/redact/told.ts';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startAccount, startServer } from '../start-server.ts';
import { type ShownPage, share, shown } from './sharing.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'enterprise');

interface Sent {
  method: string;
  /** Below the token, with the query. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

async function sendRaw(token: string, { method, target, headers, body }: Sent): Promise<void> {
  const lines = [
    `${method} /wh/${token}${target} HTTP/1.1`,
    'Host: hooks.example',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const answer = await exchangeRaw(server.url, Buffer.concat([head, body]));
  expect(answer.status, lines.join('\n')).toBe(200);
}

/** Everything that strangers can be told about an endpoint with these requests, page by page; and what its owner sees beforehand. */
async function toldOf(
  token: string,
  redact: 'secrets' | 'values',
  fields: readonly string[] = [],
): Promise<unknown[]> {
  const options = { redact, fields: [...fields] };
  const { id, secret } = await share(owner, { endpoint: token }, options);
  const told: ShownPage[] = [];
  for (let next: string | undefined = '?limit=7'; next !== undefined; ) {
    const page: ShownPage = await shown(server, secret, { query: next });
    expect(page.status).toBe(200);
    told.push(page);
    next = page.next;
  }
  for (const query of ['?before=x', '?limit=x']) told.push(await shown(server, secret, { query }));
  const asked = { endpoint: token, days: 1, ...options };
  const preview: unknown = await owner.ask(200, 'POST', '/api/shares/preview', asked);
  await owner.ask(204, 'DELETE', `/api/shares/${id}`);
  told.push(await shown(server, secret));
  return [preview, ...told.map(({ text, headers }) => [text, [...headers]])];
}

type Encode = (text: string) => { body: Buffer; charset?: string; coding?: string };

const codings: readonly Encode[] = [
  (text) => ({ body: Buffer.from(text) }),
  (text) => ({ body: gzipSync(text), coding: 'gzip' }),
  (text) => ({ body: brotliCompressSync(text), coding: 'br' }),
  (text) => ({ body: zstdCompressSync(text), coding: 'zstd' }),
  (text) => ({ body: brotliCompressSync(deflateSync(text)), coding: 'deflate, br' }),
  (text) => ({ body: Buffer.from(text, 'utf16le'), charset: 'utf-16le' }),
  (text) => ({ body: Buffer.from(`\ufeff${text}`, 'utf16le') }),
  (text) => ({
    body: gzipSync(Buffer.from(text, 'utf16le').swap16()),
    charset: 'utf-16be',
    coding: 'x-gzip',
  }),
  // It cannot be undone.
  (text) => ({ body: Buffer.from(text), coding: 'gzip' }),
];

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;

/** Where a secret stands that its name tells of. */
const bodies: readonly ((name: string, secret: string) => { type: string; text: string })[] = [
  (name, secret) => ({ type: json, text: JSON.stringify({ a: [{ [name]: { b: secret } }] }) }),
  (name, secret) => ({ type: json, text: nestedJson(name, secret, 3) }),
  (name, secret) => ({ type: 'text/plain', text: JSON.stringify([{ [name]: secret }]) }),
  (name, secret) => ({ type: form, text: `a=1&${name}=${secret}&b=2` }),
  (name, secret) => ({
    type: form,
    text: `payload=${encodeURIComponent(nestedJson(name, secret, 1))}`,
  }),
  (name, secret) => ({ type: 'multipart/form-data; boundary=b', text: part(name, secret) }),
  (name, secret) => ({
    type: 'multipart/form-data; boundary=b',
    text: part('p', nestedJson(name, secret, 2)),
  }),
  (name, secret) => ({
    type: json,
    text: JSON.stringify({ url: `https://h.example/?${name}=${secret}` }),
  }),
  (_, secret) => ({ type: 'application/xml', text: `<token>${secret}</token>` }),
  (_, secret) => ({ type: 'text/plain', text: secret }),
];

function nestedJson(name: string, secret: string, levels: number): string {
  const inner = levels === 0 ? secret : nestedJson(name, secret, levels - 1);
  return JSON.stringify({ [levels === 0 ? name : 'data']: inner, more: 1 });
}

const secretText = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 16,
  maxLength: 20,
});
const secretName = fc.constantFrom(
  'access_token',
  'clientSecret',
  'X.Api-Key',
  'card',
  'otp',
  'tax_id',
);

const planted = fc.record({
  secret: secretText,
  name: secretName,
  body: fc.constantFrom(...bodies),
  encode: fc.constantFrom(...codings),
});

test('no hidden value is in any byte of any answer', async () => {
  const property = fc.asyncProperty(
    fc.array(planted, { minLength: 15, maxLength: 15 }),
    fc.constantFrom('secrets', 'values'),
    async (all, redact) => {
      const token = await owner.endpoint();
      const secrets = [token];
      for (const [index, { secret, name, body, encode }] of all.entries()) {
        // In each place is another one.
        const here = (place: string) => {
          secrets.push(`${place}${secret}`);
          return `${place}${secret}`;
        };
        const { type, text } = body(name, here('body'));
        const { body: bytes, charset, coding } = encode(text);
        const sent: Sent = {
          method: 'POST',
          target: `/${index}?a=1&${name}=${here('query')}&${token}=${token}`,
          headers: [
            ['Content-Type', charset === undefined ? type : `${type}; charset=${charset}`],
            ...(coding === undefined ? [] : ([['Content-Encoding', coding]] as const)),
            ['Referer', `https://a.example/?q=${here('referer')}`],
            ['Authorization', `Basic ${here('authorization')}`],
            ['Cookie', `sid=${here('cookie')}`],
            ['Webhook-Signature', here('signature')],
            [name, here('header')],
            ['X-Forwarded-For', '203.0.113.77'],
            ['Link', `<https://a.example/wh/${token}?${name}=${here('link')}>`],
          ],
          body: bytes,
        };
        await sendRaw(token, sent);
      }
      const told = await toldOf(token, redact, ['tax_id']);
      expect(JSON.stringify(told)).toContain('•••');
      const readings = toldBy(told);
      for (const secret of [...secrets, '203.0.113.77'])
        expect(partsIn(readings, secret.slice(-16)), secret).toEqual([]);
      const { id } = await ownId(token);
      expect(JSON.stringify(told)).not.toContain(`"id":${id}`);
      await owner.ask(204, 'DELETE', `/api/endpoints/${token}`);
    },
  );
  await fc.assert(property, { numRuns: 4 });
});

async function ownId(token: string): Promise<{ id: number }> {
  const all: { id: number; token: string }[] = await owner.ask(200, 'GET', '/api/endpoints');
  return all.find((one) => one.token === token) ?? { id: -1 };
}

/** The declaration of the package has a default export; the JSON itself is the list. */
const events = examples as unknown as readonly { examples: readonly object[] }[];

const corpora: readonly Sent[] = [
  ...payloads.map(({ method, path, query, headers, body }) => ({
    ...{ method, headers, body: Buffer.from(body) },
    target: `${path}${query === '' ? '' : `?${query}`}`,
  })),
  ...samples.map(({ method, query, headers, body }) => ({
    ...{ method, headers, target: query, body: Buffer.from(body) },
  })),
  ...events.flatMap(({ examples: [first] }) =>
    first === undefined
      ? []
      : [
          {
            ...{ method: 'POST', target: '' },
            headers: [['Content-Type', 'application/json']] as const,
            body: gzipSync(JSON.stringify(first)),
          },
        ],
  ),
].map((sent, index) => {
  const isGzip = index >= payloads.length + samples.length;
  return isGzip
    ? { ...sent, headers: [...sent.headers, ['Content-Encoding', 'gzip'] as const] }
    : sent;
});

/** Texts of a corpus's JSON that stand there as values, and as names. */
function textsOf(value: unknown, values: Set<string>, names: Set<string>): void {
  if (typeof value === 'string' && value.length >= 8) values.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) names.add(name);
    textsOf(member, values, names);
  }
}

test('of everything that well-known senders send, no value is told where values are hidden', async () => {
  const token = await owner.endpoint();
  const values = new Set<string>();
  const names = new Set<string>();
  for (const sent of corpora) {
    await sendRaw(token, sent);
    for (const [, value] of sent.headers) if (value.length >= 8) values.add(value);
  }
  for (const {
    examples: [first],
  } of events)
    textsOf(first, values, names);
  for (const { body } of samples) {
    try {
      textsOf(JSON.parse(body), values, names);
    } catch {
      // A form: its names and values are looked at by the test above.
    }
  }
  expect(values.size).toBeGreaterThan(1000);
  const told = JSON.stringify(await toldOf(token, 'values'));
  for (const name of names) expect(told, name).toContain(JSON.stringify(name).slice(1, -1));
  // Types are shown, and a value may be called as some name is.
  const isName = (value: string) =>
    /^(application|image|multipart|text)\//.test(value) ||
    [...names].some((name) => name.includes(value)) ||
    headerNames.has(value.toLowerCase());
  const headerNames = new Set(
    corpora.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
  );
  const found = [...values].filter(
    (value) => !isName(value) && told.includes(JSON.stringify(value).slice(1, -1)),
  );
  expect(found).toEqual([]);
});
