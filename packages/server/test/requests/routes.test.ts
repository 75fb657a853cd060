import { once } from 'node:events';
import http from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer, withKey } from '../start-server.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

const isJson = { 'Content-Type': 'application/json' };

describe('one captured request', () => {
  it('is shown as it was sent', async () => {
    const token = await owner.endpoint();
    const sent = '{ "id": 820982911946154508, "__proto__": {"a": 1.10} }';
    const { id } = await send(server, token, {
      method: 'PATCH',
      path: '/any/sub%20path?a=1&a=2&b=%FF',
      body: sent,
      headers: { ...isJson, 'X-Secret': 'gone' },
    });
    const response = await owner.call('GET', `/api/requests/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`"body":{"json":${sent},"raw":`);
    const shown = JSON.parse(text);
    expect(shown).toMatchObject({
      id,
      method: 'PATCH',
      path: '/any/sub%20path',
      queryParams: { a: '2', b: '%FF' },
      ipAddress: '127.0.0.1',
    });
    expect(shown.body.raw).toBe(sent);
    expect(shown.headers['content-type']).toBe('application/json');
    expect(shown.headers).not.toHaveProperty('x-secret');
    expect(new Date(shown.receivedAt).toISOString()).toBe(shown.receivedAt);
    expect(shown.endpointId).toBe((await owner.ask(200, 'GET', '/api/endpoints'))[0].id);
  });

  it('is shown the same in lists, by session and by key', async () => {
    const token = await owner.endpoint();
    const { id } = await send(server, token, {
      method: 'POST',
      body: '<a/>',
      headers: { 'Content-Type': 'text/xml' },
    });
    const one = await owner.ask(200, 'GET', `/api/requests/${id}`);
    const key = await withKey(owner);
    expect(one.body).toEqual({ xml: '<a/>', raw: '<a/>' });
    expect(await key.ask(200, 'GET', `/api/requests/${id}`)).toEqual(one);
    expect(await key.ask(200, 'GET', `/api/requests/endpoint/${token}`)).toEqual([one]);
    expect((await key.ask(200, 'GET', '/api/requests'))[0]).toEqual(one);
  });

  it('gives out its exact bytes, and nothing that a browser would run', async () => {
    const token = await owner.endpoint();
    const bytes = gzipSync('<script>alert(1)</script>\xff');
    const { id } = await send(server, token, {
      method: 'POST',
      body: bytes,
      headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
    });
    const response = await owner.call('GET', `/api/requests/${id}/body`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="request-${id}.bin"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
    });
    const shown = await owner.ask(200, 'GET', `/api/requests/${id}`);
    expect(shown.body.raw).toContain('<script>alert(1)</script>');
  });

  it('gives out an empty body as one', async () => {
    const { id } = await send(server, await owner.endpoint(), { method: 'GET' });
    const response = await owner.call('GET', `/api/requests/${id}/body`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect((await owner.ask(200, 'GET', `/api/requests/${id}`)).body).toEqual({ raw: '' });
  });

  it('gives its form on the wire', async () => {
    const token = await owner.endpoint();
    const sent = ['Host', 'h', 'X-One', '1', 'B', 'Ü', 'a', '1', 'x-two', '2', 'A', '3'];
    const id = await sendRaw(`/wh/${token}/A/%c3%A9?q=%41&q=b`, sent, 'hello');
    const wire = await owner.ask(200, 'GET', `/api/requests/${id}/wire`);
    expect(Object.keys(wire)).toEqual(['target', 'headers', 'bodySize', 'droppedHeaders']);
    expect(wire).toMatchObject({ bodySize: 5, droppedHeaders: 2 });
    expect(wire.target).toBe(`/wh/${token}/A/%c3%A9?q=%41&q=b`);
    expect(wire.headers.slice(0, 4)).toEqual([
      ['Host', 'h'],
      ['B', 'Ü'],
      ['a', '1'],
      ['A', '3'],
    ]);
    expect((await owner.ask(200, 'GET', `/api/requests/${id}`)).headers).toMatchObject({
      a: '1, 3',
      b: 'Ü',
    });
  });
});

/** Sends a webhook with exactly these headers: names, case, order and repeats. Gives the id. */
async function sendRaw(path: string, headers: string[], body: string): Promise<number> {
  const { hostname: host, port } = new URL(server.url);
  const request = http.request({ host, port, path, method: 'PUT', headers });
  request.end(body);
  // The type of `once` does not describe this event.
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return JSON.parse(await readText(response)).id;
}
