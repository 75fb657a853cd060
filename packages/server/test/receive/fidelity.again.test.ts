import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import examplesModule from '@octokit/webhooks-examples' with { type: 'json' };
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { endpointWith } from '../replies/settings.ts';
import { send, startGuest, startServer } from '../start-server.ts';

// The package's types describe a module of types, but its export is this list.
const examples = examplesModule as unknown as { name: string; examples: unknown[] }[];

const server = forFile(
  await startServer({
    environment: { HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":100000}}' },
  }),
);
const visitor = await startGuest(server);
const token = await visitor.endpoint();
const keepingToken = await endpointWith(visitor, { xHeaders: 'keep' });

/** HTTP itself gives these names a meaning: the test sends them, they are not drawn. */
const reserved =
  /^(host|content-length|transfer-encoding|connection|expect|upgrade|keep-alive|trailer|te|proxy-connection)$/i;

const headerName = fc
  .oneof(
    fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/),
    fc.stringMatching(/^[Xx]-[A-Za-z-]{0,10}$/),
    fc.constantFrom(
      'Accept',
      'accept',
      'Cookie',
      '__proto__',
      'constructor',
      'X',
      'Xy',
      'set-cookie',
    ),
  )
  .filter((name) => !reserved.test(name));

/** Any byte that a header value may have (RFC 9110, 5.5), as the characters that Node gives for it. */
const headerValue = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 40,
  })
  .map((codes) => String.fromCharCode(...codes).trim());

const visible = fc
  .oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
  .map((code) => String.fromCharCode(code));

/** The answer to a HEAD has no body, and those three are not captured, or not always. */
const anyMethod = fc
  .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/)
  .filter((method) => !['HEAD', 'TRACE', 'CONNECT', 'OPTIONS'].includes(method));
const targetRest = fc
  .array(
    fc.oneof(
      visible,
      fc.constantFrom('%', '%20', '+', '&', '=', '%E4', '%c3%a4', '%00', '__proto__'),
    ),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join('').replaceAll('#', ''));

test('any request comes back as it was sent: bytes, headers, target', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anyMethod, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')),
      fc.array(fc.tuple(headerName, headerValue), { maxLength: 12 }),
      fc.oneof(
        fc.constant(''),
        targetRest.map((rest) => `?${rest}`),
        targetRest.map((rest) => `/${rest}`),
      ),
      fc.uint8Array({ maxLength: 5000 }),
      fc.boolean(),
      async (method, headers, rest, body, keeps) => {
        const target = `/wh/${keeps ? keepingToken : token}${rest}`;
        const sent = [['Host', 'a.example'], ...headers, ['Content-Length', String(body.length)]];
        const head = sent.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const bytes = Buffer.concat([
          Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
          body,
        ]);
        const preflight =
          method === 'OPTIONS' &&
          ['origin', 'access-control-request-method'].every((name) =>
            headers.some(([other]) => other.toLowerCase() === name),
          );
        fc.pre(!preflight);

        const answer = await exchangeRaw(server.url, bytes);
        expect(answer.status).toBe(200);
        const { id } = JSON.parse(answer.body);

        const stored = await visitor.call('GET', `/api/requests/${id}/body`);
        expect(Buffer.from(await stored.arrayBuffer()).equals(body)).toBe(true);

        const isDropped = (name = ''): boolean => name.toLowerCase().startsWith('x-');
        const kept = sent.filter(([name]) => !isDropped(name));
        expect(await visitor.ask(200, 'GET', `/api/requests/${id}/wire`)).toEqual({
          target,
          headers: keeps ? sent : kept,
          bodySize: body.length,
          droppedHeaders: keeps ? 0 : sent.length - kept.length,
        });

        const captured = await visitor.ask(200, 'GET', `/api/requests/${id}`);
        expect(captured.method).toBe(method);
        const joined = new Map<string, string>();
        for (const [name = '', value = ''] of kept) {
          const earlier = joined.get(name.toLowerCase());
          joined.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}, ${value}`);
        }
        expect(new Map(Object.entries(captured.headers))).toEqual(joined);
      },
    ),
    { numRuns: 40 },
  );
});

test('real GitHub payloads come back equal', async () => {
  const sent = new Map<number, { event: string; text: string }>();
  for (const { name, examples: payloads } of examples) {
    for (const payload of payloads.slice(0, 1)) {
      const text = JSON.stringify(payload);
      const { id, status } = await send(server, token, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': name,
          'user-agent': 'GitHub-Hookshot/1',
        },
        body: text,
      });
      expect(status).toBe(200);
      sent.set(id, { event: name, text });
    }
  }
  expect(sent.size).toBeGreaterThan(40);
  const listed: { id: number; headers: object; body: { json: unknown; raw: string } }[] =
    await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  const byId = new Map(listed.map((captured) => [captured.id, captured]));
  for (const [id, { text }] of sent) {
    const captured = byId.get(id);
    expect(captured?.body.raw).toBe(text);
    expect(captured?.body.json).toEqual(JSON.parse(text));
    expect(Object.keys(captured?.headers ?? {})).not.toContain('x-github-event');
  }
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
] as const)('a body in %s is stored as it came and shown as text', async (encoding, encode) => {
  const text = '{"big":820982911946154508}';
  const body = encode(text);
  const { id } = await send(server, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body,
  });
  const answer = await visitor.call('GET', `/api/requests/${id}`);
  const source = await answer.text();
  expect(JSON.parse(source).body.raw).toBe(text);
  expect(source).toContain('"json":{"big":820982911946154508}');
  const stored = await visitor.call('GET', `/api/requests/${id}/body`);
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(body);
});
