import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer } from '../start-server.ts';
import { endpointWith } from './settings.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

const secrets = ['a secret that signs nothing here'];

interface Sent {
  headers?: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

async function attemptsOf(token: string, sent: readonly Sent[]) {
  for (const one of sent) {
    await fetch(`${server.url}/wh/${token}`, { method: 'POST', ...one });
  }
  const found = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  return found
    .reverse()
    .map((request: Record<string, unknown>) => ({ ...request, headers: undefined }));
}

test.each([
  [
    'github',
    (id: string) => ({ headers: { 'X-GitHub-Delivery': id, 'X-GitHub-Event': 'push' } }),
    () => '{"ref":"main"}',
    'push',
  ],
  [
    'shopify',
    (id: string) => ({
      headers: { 'X-Shopify-Webhook-Id': id, 'X-Shopify-Topic': 'orders/create' },
    }),
    () => '{"id":820982911946154508}',
    'orders/create',
  ],
  ['stripe', () => ({}), (id: string) => `{"id":"${id}","type":"invoice.paid"}`, 'invoice.paid'],
  [
    'slack',
    () => ({}),
    (id: string) => `{"event_id":"${id}","event":{"type":"app_mention"}}`,
    'app_mention',
  ],
])('deliveries and events of %s are told by its scheme', async (scheme, headers, body, event) => {
  const token = await endpointWith(visitor, { verify: { scheme, secrets } });
  const sent = (id: string, space: string): Sent => ({ ...headers(id), body: body(id) + space });
  const [one, again, other] = await attemptsOf(token, [
    sent('a', ''),
    sent('a', '\n'),
    sent('b', ''),
  ]);
  expect(one).toMatchObject({ attempt: 1, event });
  expect(again).toMatchObject({ attempt: 2, event, delivery: one.delivery });
  expect(other).toMatchObject({ attempt: 1, event });
  expect(other.delivery).not.toBe(one.delivery);
});

test('verdict and event decide about replies, for compressed bodies too', async () => {
  const token = await endpointWith(visitor, {
    verify: { scheme: 'github', secrets },
    replies: [
      { when: 'signature=missing event=push', status: 201 },
      { when: 'signature=invalid event=push', status: 202 },
      { status: 203 },
    ],
  });
  const statusOf = async (headers: Record<string, string>, isCompressed: boolean) => {
    const body = isCompressed ? new Uint8Array(gzipSync('{}')) : '{}';
    const coding: Record<string, string> = isCompressed ? { 'content-encoding': 'gzip' } : {};
    const init = { method: 'POST', headers: { ...headers, ...coding }, body };
    return (await fetch(`${server.url}/wh/${token}`, init)).status;
  };
  const signature = { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` };
  for (const isCompressed of [false, true]) {
    expect(await statusOf({ 'X-GitHub-Event': 'push' }, isCompressed)).toBe(201);
    expect(await statusOf({ 'X-GitHub-Event': 'push', ...signature }, isCompressed)).toBe(202);
    expect(await statusOf({ 'X-GitHub-Event': 'ping', ...signature }, isCompressed)).toBe(203);
  }
});
