import { samples } from '@hookwell/client/samples';
import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { sendTestRequest } from '../../src/sending/send-test-request.ts';
import {
  headerRow,
  problemsOf,
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
