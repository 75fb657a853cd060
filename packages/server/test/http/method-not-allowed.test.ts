import { operations, receivePaymentEvent } from '@hookwell/core/api';
import { describe, expect, it } from 'vitest';
import { forFile } from '../kept-for.ts';
import { failure, startContractApp } from './contract-app.ts';

const app = forFile(await startContractApp());

const methodsByUrl = new Map<string, Set<string>>();
for (const { method, url } of [...Object.values(operations), receivePaymentEvent]) {
  const methods = methodsByUrl.get(url) ?? new Set();
  methods.add(method);
  if (method === 'GET') methods.add('HEAD');
  methodsByUrl.set(url, methods);
}
// `:token` matches this as well: the path of one operation, and a token that does not exist.
methodsByUrl.get('/api/endpoints/regenerate')?.add('PATCH').add('DELETE');
// And so does `:id`.
methodsByUrl.get('/api/shares/preview')?.add('DELETE');

/** Those that a route may have, and one that none has. */
const tried = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

describe.each([...methodsByUrl])('%s', (url, methods) => {
  const path = url.replace(':token', 'abc').replace(':id', '17').replace(':trackingId', '3f9a1');

  it('answers 405 to every other method, with any body', async () => {
    for (const method of tried) {
      if (methods.has(method)) continue;
      const headers = { 'content-type': 'application/json' };
      const answer = await app.send({ method, path: `${path}?a=b`, headers, body: '{' });
      expect(answer, method).toMatchObject({ status: 405 });
      if (method !== 'HEAD') expect(answer).toMatchObject(failure(405, 'Method not allowed'));
      expect(answer.headers.allow).toBe([...methods].sort().join(', '));
    }
  });
});

it.each([
  '/nowhere',
  '/api',
  '/api/',
  '/api/endpoints/',
  '/api/endpoints/abc/more',
  '/api/requests/17/body/',
  '//api/endpoints',
])('%s is unknown with any method', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
    const answer = await app.send({ method, path, body: 'hello' });
    expect(answer).toMatchObject(failure(404, 'Not found'));
  }
});
