import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { exchangeRaw, openSocket, readAnswer } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startGuest(server);
const token = await visitor.endpoint();

/** `fetch` refuses some methods; `node:http` sends them all. */
function sendMethod(method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}${path}`, { method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end();
  });
}

async function newest(): Promise<{
  id: number;
  method: string;
  path?: string;
  queryParams: object;
}> {
  return (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`))[0];
}

describe('requests that are captured', () => {
  test.each([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'PROPFIND',
    'QUERY',
    'PURGE',
  ])('a %s request', async (method) => {
    expect(await sendMethod(method, `/wh/${token}`)).toBe(200);
    expect((await newest()).method).toBe(method);
  });

  test('the acknowledgement names the stored request', async () => {
    const answer = await send(server, token, { method: 'POST', body: 'hello' });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`{"id":${answer.id},"message":"Webhook received"}`);
    expect((await newest()).id).toBe(answer.id);
  });

  test('sub-paths, as sent', async () => {
    await send(server, token, { path: '/any/sub%20path?a=1' });
    expect(await newest()).toMatchObject({ path: '/any/sub%20path', queryParams: { a: '1' } });
    await send(server, token, { path: '/' });
    expect((await newest()).path).toBe('/');
    await send(server, token, { path: '?only=query' });
    expect('path' in (await newest())).toBe(false);
  });

  test('a target in absolute form', async () => {
    const answer = await exchangeRaw(
      server.url,
      `GET http://example.com/wh/${token}/absolute HTTP/1.1\r\nHost: example.com\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
    expect((await newest()).path).toBe('/absolute');
  });

  test('a request that wants to upgrade', async () => {
    const answer = await exchangeRaw(
      server.url,
      `GET /wh/${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  test('more than two thousand headers', async () => {
    const lines = Array.from({ length: 2100 }, (_, index) => `a${index}: ${index}\r\n`).join('');
    const answer = await exchangeRaw(
      server.url,
      `GET /wh/${token} HTTP/1.1\r\nHost: a\r\n${lines}\r\n`,
    );
    expect(answer.status).toBe(200);
    const wire = await visitor.ask(200, 'GET', `/api/requests/${JSON.parse(answer.body).id}/wire`);
    expect(wire.headers.length).toBe(2101);
  });

  test('every request on a connection kept open, pipelined ones too', async () => {
    const before = (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`)).length;
    const socket = await openSocket(server.url);
    const one = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`;
    socket.write(one.repeat(10));
    const count = await eventually(
      async () => (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`)).length,
      (length) => length === before + 10,
    );
    expect(count).toBe(before + 10);
    socket.destroy();
  });
});

describe('deleted endpoints', () => {
  test('the URL stops at once, also for a request whose body is under way', async () => {
    const doomed = await visitor.endpoint();
    expect((await send(server, doomed)).status).toBe(200);
    const socket = await openSocket(server.url);
    socket.write(`POST /wh/${doomed} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha`);
    await eventually(async () => (await server.metrics.capturesReceived.get()).values[0]?.value);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${doomed}`);
    socket.write('lf');
    expect((await readAnswer(socket)).status).toBe(404);
    expect((await send(server, doomed)).status).toBe(404);
  });
});

test('the rate limit of an endpoint answers 429 and leaves the others alone', async () => {
  await using limited = await startServer({ environment: { HOOKWELL_RECEIVE_RATE_LIMIT: '5' } });
  const guest = await startGuest(limited);
  const [first, second] = [await guest.endpoint(), await guest.endpoint()];
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(limited, first)));
  const refused = answers.filter((answer) => answer.status === 429);
  // A burst of five, and the refill of a slow machine's second.
  expect(answers.filter((answer) => answer.status === 200).length).toBeLessThan(15);
  expect(refused.length).toBeGreaterThan(15);
  const response = await fetch(`${limited.url}/wh/${first}`);
  if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
  expect((await send(limited, second)).status).toBe(200);
});

test('receive URLs on a host name of their own', async () => {
  await using split = await startServer({
    environment: {
      HOOKWELL_BASE_URL: 'http://app.example.com',
      HOOKWELL_RECEIVE_BASE_URL: 'http://in.example.com',
    },
  });
  const guest = await startGuest(split);
  const receiver = await guest.endpoint();
  const statusOf = async (host: string, path: string) =>
    (await exchangeRaw(split.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status;
  expect(await statusOf('in.example.com', `/wh/${receiver}`)).toBe(200);
  expect(await statusOf('IN.example.com:8080', `/wh/${receiver}`)).toBe(200);
  expect(await statusOf('app.example.com', `/wh/${receiver}`)).toBe(404);
  expect(await statusOf('elsewhere.example.com', `/wh/${receiver}`)).toBe(404);
  expect(await statusOf('in.example.com', '/api/service')).toBe(404);
  expect(await statusOf('in.example.com', '/')).toBe(404);
  expect(await statusOf('in.example.com.:80', '/api/service')).toBe(404);
  expect(await statusOf('in.example.com.', `/wh/${receiver}`)).toBe(200);
  expect(await statusOf('app.example.com', '/api/service')).toBe(200);
  for (const host of ['in.example.com', 'app.example.com', '10.0.0.1']) {
    expect(await statusOf(host, '/healthz')).toBe(200);
    expect(await statusOf(host, '/readyz')).toBe(200);
  }
});
