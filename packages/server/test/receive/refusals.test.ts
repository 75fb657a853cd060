import { errorCatalogue } from '@hookwell/core/api';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { exchangeRaw, openSocket, readAnswer } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const server = forFile(
  await startServer({
    environment: { HOOKWELL_MAX_BODY_BYTES: '100000' },
    times: { headersMs: 2500, wholeRequestMs: 4000, idleMs: 10_000 },
  }),
);
const visitor = await startGuest(server);
const token = await visitor.endpoint();
await send(server, token);

const error = (code: keyof typeof errorCatalogue) => ({ error: errorCatalogue[code].sentence });

async function newest(): Promise<{ id: number }> {
  return (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`))[0];
}

describe('requests that are not captured', () => {
  const unchanged = async (act: () => Promise<unknown>) => {
    const before = await newest();
    await act();
    expect((await newest()).id).toBe(before.id);
  };

  test('more than 2,500 headers are 431, and as many are all kept', async () => {
    const head = (count: number) =>
      [`POST /wh/${token} HTTP/1.1`, 'Host: a', 'Connection: close', 'Content-Length: 0']
        .concat(Array.from({ length: count - 3 }, (_, index) => `${index}:`))
        .join('\r\n');
    for (const count of [2501, 3000]) {
      await unchanged(async () => {
        const answer = await exchangeRaw(server.url, `${head(count)}\r\n\r\n`);
        expect(answer.status).toBe(431);
        expect(JSON.parse(answer.body.toString())).toEqual(error('headersTooLarge'));
      });
    }
    const answer = await exchangeRaw(server.url, `${head(2500)}\r\n\r\n`);
    const { id } = JSON.parse(answer.body.toString());
    const { headers } = await visitor.ask(200, 'GET', `/api/requests/${id}/wire`);
    expect(headers).toHaveLength(2500);
    expect(headers.at(-1)).toEqual(['2496', '']);
  });

  test('TRACE and CONNECT are 405', async () => {
    for (const line of [`TRACE /wh/${token} HTTP/1.1`, 'CONNECT example.com:443 HTTP/1.1']) {
      const answer = await exchangeRaw(server.url, `${line}\r\nHost: a\r\n\r\n`);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('POST');
      expect(JSON.parse(answer.body)).toEqual(error('methodNotAllowed'));
    }
  });

  test('a CORS preflight is answered 204', () =>
    unchanged(async () => {
      const answer = await exchangeRaw(
        server.url,
        `OPTIONS /wh/${token} HTTP/1.1\r\nHost: a\r\nOrigin: https://example.com\r\n` +
          'Access-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: content-type, x-a\r\n\r\n',
      );
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toBe('PUT');
      expect(answer.headers.get('access-control-allow-headers')).toBe('content-type, x-a');
    }));

  test.each([
    '/wh',
    '/wh/',
    '/wh/short',
    `/wh/${'a'.repeat(65)}`,
    `/wh/${'A'.repeat(26)}`,
    `/wh/${'z'.repeat(26)}`,
  ])('an unknown address creates nothing: %s', async (path) => {
    const endpointsBefore = await server.store.db.selectFrom('endpoint').selectAll().execute();
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual(error('notFound'));
    const endpointsAfter = await server.store.db.selectFrom('endpoint').select('id').execute();
    expect(endpointsAfter.length).toBe(endpointsBefore.length);
  });

  test('a refused small request leaves its connection open', async () => {
    const socket = await openSocket(server.url);
    socket.write('POST /wh/unknown HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi');
    const answer = await readAnswer(socket);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('connection')).not.toBe('close');
  });
});

describe('limits', () => {
  test('a body of the limit is stored, one byte more is 413', async () => {
    expect((await send(server, token, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(
      200,
    );
    const refused = await send(server, token, { method: 'POST', body: 'x'.repeat(100_001) });
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.text)).toEqual(error('bodyTooLarge'));
  });

  test('a body without a declared length is refused while it comes in, and the sender can read why', async () => {
    const socket = await openSocket(server.url);
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const piece = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    socket.write(piece.repeat(40));
    const answer = await readAnswer(socket);
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).toBe('close');
    expect(JSON.parse(answer.body)).toEqual(error('bodyTooLarge'));
  });

  test('a declared length past the limit is refused before the body is sent', async () => {
    const answer = await exchangeRaw(
      server.url,
      `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(answer.status).toBe(413);
  });

  test('headers past 32 KiB are 431', async () => {
    const answer = await exchangeRaw(
      server.url,
      `GET /wh/${token} HTTP/1.1\r\nHost: a\r\nBig: ${'x'.repeat(33_000)}\r\n\r\n`,
    );
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toEqual(error('headersTooLarge'));
  });

  test('a sender that goes away midway leaves nothing behind', async () => {
    const before = await newest();
    const socket = await openSocket(server.url);
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf`);
    const aborted = async () =>
      (await server.metrics.capturesRefused.get()).values.find(
        (v) => v.labels.reason === 'aborted',
      );
    const earlier = (await aborted())?.value ?? 0;
    await eventually(
      async () => {
        socket.destroy();
        return (await aborted())?.value ?? 0;
      },
      (value) => value > earlier,
    );
    expect((await newest()).id).toBe(before.id);
  });
});
