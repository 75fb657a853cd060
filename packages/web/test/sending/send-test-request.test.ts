import { samples } from '@hookwell/client/samples';
import { describe, expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { sendTestRequest } from '../../src/sending/send-test-request.ts';
import {
  headerRow,
  problemsOf,
  receiveAddress,
  type TestRequest,
  testRequestOf,
} from '../../src/sending/test-request.ts';

const server = forFile(await startServer());

const request: TestRequest = {
  method: 'PUT',
  suffix: '/orders?page=2',
  headers: [
    headerRow(' Content-Type ', ' text/plain '),
    headerRow('X-Trace', 'dropped by the service'),
    headerRow('Host', 'kept back by the page'),
    headerRow(),
  ],
  body: 'ünïcödé',
};

test('a body without a Content-Type gets none', async () => {
  const client = await visitAsGuest(server);
  const { url } = await client.endpoints.create();
  const { id = 0 } = await sendTestRequest(url, { ...request, headers: [] });
  expect((await client.requests.get(id)).headers).not.toHaveProperty('content-type');
});

test('what the settings answer with an error is stored all the same', async () => {
  const client = await visitAsGuest(server);
  const { url, token } = await client.endpoints.create();
  const settings = { replies: [{ status: 503, body: '{"error":"none"}' }] };
  await client.endpoints.settings(token).put(settings);
  const answer = await sendTestRequest(url, request);
  expect(answer).toMatchObject({
    status: 503,
    isStored: true,
    message: 'Stored, and answered as the settings say',
  });
  expect((await client.requests.get(answer.id ?? 0)).method).toBe('PUT');
});

test('HEAD has no answer to read, and GET takes no body along', async () => {
  const client = await visitAsGuest(server);
  const { url } = await client.endpoints.create();
  const head = await sendTestRequest(url, { ...request, method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, isStored: true, message: 'Stored' });
  expect((await client.requests.get(head.id ?? 0)).method).toBe('HEAD');
  const { id = 0 } = await sendTestRequest(url, { ...request, method: 'GET' });
  expect((await client.requests.get(id)).body.raw).toBe('');
});

test('every sample can be sent', async () => {
  const client = await visitAsGuest(server);
  const { url } = await client.endpoints.create();
  for (const sample of samples) {
    const composed = testRequestOf(sample);
    expect(problemsOf(url, composed)).toEqual({});
    const { id = 0 } = await sendTestRequest(url, composed);
    expect((await client.requests.get(id)).body.raw).toBe(sample.body);
  }
});

const url = 'https://hooks.example.org/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa';

describe('path and query go after the receive URL', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['?page=2', '?page=2'],
    ['/orders?page=2', '/orders?page=2'],
    ['orders', '/orders'],
    ['/', '/'],
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/a/../b', '/b'],
  ])('%j', (typed, expected) => {
    expect(receiveAddress(url, typed)).toEqual({ kind: 'address', url: url + expected });
  });

  test.each(['/../other', '/..', '/%2e%2e/other', '/../../api/requests'])(
    'but %s would lead elsewhere',
    (typed) => expect(receiveAddress(url, typed).kind).toBe('problem'),
  );

  test('and a fragment is never sent', () => {
    expect(receiveAddress(url, '/a#b')).toMatchObject({ kind: 'problem' });
  });
});
