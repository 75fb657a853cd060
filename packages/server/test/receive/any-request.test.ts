import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { oddMethods, oddSuffix } from '../odd-requests.ts';
import { exchangeRaw } from '../raw-http.ts';
import { refusalsOnceSeen } from '../refusal-log/refused-requests.ts';
import { endpointWith } from '../replies/settings.ts';
import { startAccount, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

/** Sends a request with a head of bytes, one character each. */
async function sendRaw(method: string, target: string, more: readonly string[] = [], body = '') {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: a.example', ...more];
  const head = [...lines, `Content-Length: ${body.length}`, '', body].join('\r\n');
  return await exchangeRaw(server.url, Buffer.from(head, 'latin1'));
}

const accepted = async (method: string, target: string, more?: readonly string[]) =>
  JSON.parse((await sendRaw(method, target, more)).body).id;

/** Without their values: a sender must not be able to make new ones. */
async function seriesOfMetrics(): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return text.split('\n').flatMap((line) => /^hookwell_[^ ]+/.exec(line)?.[0] ?? []);
}

test('requests of any method are captured, and make no new figures', async () => {
  const token = await visitor.endpoint();
  const series = await seriesOfMetrics();
  for (const method of oddMethods) {
    const id = await accepted(method, `/wh/${token}`);
    expect((await visitor.ask(200, 'GET', `/api/requests/${id}`)).method).toBe(method);
  }
  expect(await seriesOfMetrics()).toEqual(series);
  const { status } = await sendRaw('a'.repeat(65), `/wh/${token}`);
  expect(status).toBe(400);
  for (const method of ['TRACE', 'CONNECT'])
    expect((await sendRaw(method, `/wh/${token}`)).status).toBe(405);
});

test('the owner of an endpoint sees the text of a refused address', async () => {
  const token = await visitor.endpoint();
  const bad = await sendRaw('M-SEARCH', `/wh/${token}${oddSuffix}`, ['Bad : 1']);
  expect(bad.status).toBe(400);
  const [row] = await refusalsOnceSeen(visitor, token, 1);
  const path = `/wh/${token}/café/ÿ\x9b31m/%C3%A9`;
  expect(row).toMatchObject({ reason: 'malformed', method: 'M-SEARCH', path });
});

test('replies are chosen by any method and the text of a path, which they give back byte for byte', async () => {
  const token = await endpointWith(visitor, {
    replies: [
      { when: "method='!#$%&*+-.^_`|~' path:é/", body: '{{method}} {{path}} {{query.näme}}' },
      { when: 'method=constructor', status: 202, body: '{{method}}' },
      { status: 204 },
    ],
  });
  const answer = await sendRaw(
    '!#$%&*+-.^_`|~',
    `/wh/${token}/caf\xc3\xa9/x?n\xc3\xa4me=%e2%82%ac`,
  );
  expect([answer.status, answer.body]).toEqual([200, '!#$%&*+-.^_`|~ /café/x €']);
  const other = await sendRaw('constructor', `/wh/${token}`);
  expect([other.status, other.body]).toEqual([202, 'constructor']);
  expect((await sendRaw('__proto__', `/wh/${token}/\xff`)).status).toBe(204);
});

test('signatures over method and URL are verified by their bytes', async () => {
  const token = await endpointWith(visitor, {
    verify: {
      ...{ scheme: 'custom', header: 'Signature', signed: '{method} {url} {body}' },
      algorithm: 'sha256',
      encoding: 'hex',
      secrets: ['a secret'],
    },
  });
  const target = `/wh/${token}${oddSuffix}`;
  const signed = Buffer.from(`get ${server.url}${target} `, 'latin1');
  const signature = createHmac('sha256', 'a secret').update(signed).digest('hex');
  for (const [method, verdict] of [
    ['get', 'valid'],
    ['GET', 'invalid'],
  ] as const) {
    const id = await accepted(method, target, [`Signature: ${signature}`]);
    const captured = await visitor.ask(200, 'GET', `/api/requests/${id}`);
    expect(captured.signature).toMatchObject({ verdict });
  }
});
