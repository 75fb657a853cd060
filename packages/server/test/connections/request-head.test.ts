import { once } from 'node:events';
import { errorCatalogue } from '@hookwell/core/api';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw, openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

const server = forFile(
  await startServer({
    environment: {
      HOOKWELL_BASE_URL: 'http://app.example.com',
      HOOKWELL_RECEIVE_BASE_URL: 'http://in.example.com',
    },
  }),
);
const visitor = await startGuest(server);
const token = await visitor.endpoint();

const malformed = { error: errorCatalogue.malformedHttp.sentence };
const own = 'Host: in.example.com\r\n';

async function countOfCaptures(): Promise<number> {
  return (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`)).length;
}

/** Everything that the server answers to these bytes until it closes. */
async function sayAll(...pieces: string[]): Promise<string> {
  const socket = await openSocket(server.url);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    // Bytes that are written at once may arrive at once.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await closed;
  return text;
}

const statusLines = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe('a head that is not valid is 400, and neither it nor the bytes behind it are captured', () => {
  test.each<[string, string]>([
    [
      'two Host lines',
      'GET /wh/T HTTP/1.1\r\nHost: in.example.com\r\nHost: in.example.com\r\n\r\n',
    ],
    ['two of them in HTTP/1.0', 'GET /wh/T HTTP/1.0\r\nHost: in.example.com\r\nhOST: a\r\n\r\n'],
    ...[
      'in.example.com/',
      'in.example.com:80:80',
      'in.example.com:x',
      'in.example.com:99999',
      'user@in.example.com',
      'in example.com',
      'in.example.com, a',
      'in.example.com?',
      'in.example.com#',
      'http://in.example.com',
      '<in.example.com>',
      'in%zz.example.com',
      '[::1',
      '[::g]',
      '[1.2.3.4]',
      '\u00e9.example.com',
    ].map((host): [string, string] => [
      `Host ${host}`,
      `GET /wh/T HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ]),
    ...[
      'http://',
      'http://a b',
      'http://user@in.example.com',
      'http://in.example.com:x',
      'https://[::1',
    ].map((prefix): [string, string] => [
      `the target ${prefix}`,
      `GET ${prefix}/wh/T HTTP/1.1\r\n${own}\r\n`,
    ]),
    ['a target of another scheme', `GET ftp://in.example.com/wh/T HTTP/1.1\r\n${own}\r\n`],
    ['no Host beside a target in absolute form', 'GET http://in.example.com/wh/T HTTP/1.1\r\n\r\n'],
    ['DESCRIBE, of RTSP', 'DESCRIBE rtsp://in.example.com/wh/T RTSP/1.0\r\nCSeq: 1\r\n\r\n'],
    ['DESCRIBE with a path', `DESCRIBE /wh/T RTSP/1.0\r\n${own}CSeq: 1\r\n\r\n`],
    ['SETUP to the API', 'SETUP /api/service RTSP/1.0\r\nCSeq: 1\r\nHost: app.example.com\r\n\r\n'],
    ['GET by RTSP', `GET /wh/T RTSP/1.0\r\n${own}\r\n`],
    ['POST by RTSP', `POST /wh/T RTSP/1.0\r\n${own}CSeq: 1\r\nContent-Length: 2\r\n\r\nhi`],
    ['GET by RTSP 1.1', `GET /wh/T RTSP/1.1\r\n${own}CSeq: 1\r\n\r\n`],
    ['OPTIONS by RTSP', `OPTIONS /wh/T RTSP/1.0\r\n${own}CSeq: 1\r\n\r\n`],
    ['SOURCE by ICE', `SOURCE /wh/T ICE/1.0\r\n${own}\r\n`],
    ['HTTP/2.0 in text', `GET /wh/T HTTP/2.0\r\n${own}\r\n`],
    ['HTTP/9.9', `GET /wh/T HTTP/9.9\r\n${own}\r\n`],
    ['no request line', 'nonsense\r\n\r\n'],
    ['bytes that are no text', '\u0000\u0001\u0002\u0003\r\n\r\n'],
    ['a method that is no token', `GE(T /wh/T HTTP/1.1\r\n${own}\r\n`],
    ['a method of 65 characters', `${'M'.repeat(65)} /wh/T HTTP/1.1\r\n${own}\r\n`],
    ['no Host', 'GET /wh/T HTTP/1.1\r\n\r\n'],
    ['a name with a space', `GET /wh/T HTTP/1.1\r\n${own}Bad Header: 1\r\n\r\n`],
    [
      'two lengths',
      `POST /wh/T HTTP/1.1\r\n${own}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    ],
    [
      'a length and chunks',
      `POST /wh/T HTTP/1.1\r\n${own}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk without a length',
      `POST /wh/T HTTP/1.1\r\n${own}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['HTTP/0.9 with headers', `GET /wh/T HTTP/0.9\r\n${own}\r\n`],
  ])('%s', async (_name, bytes) => {
    const before = await countOfCaptures();
    const text = await sayAll(
      `${bytes.replace('/wh/T', `/wh/${token}`)}GET /wh/${token} HTTP/1.1\r\n${own}\r\n`,
    );
    expect(statusLines(text)).toEqual(['HTTP/1.1 400']);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual(malformed);
    expect(text).toContain('\r\nConnection: close\r\n');
    expect(text).toContain('\r\nContent-Type: application/json; charset=utf-8\r\n');
    expect(await countOfCaptures()).toBe(before);
  });

  test('RTSP whose request line comes in two pieces', async () => {
    const text = await sayAll(`GET /wh/${token} RTS`, `P/1.0\r\n${own}CSeq: 1\r\n\r\n`);
    expect(statusLines(text)).toEqual(['HTTP/1.1 400']);
  });

  test('the answer to a HEAD has no body', async () => {
    const text = await sayAll(`HEAD /wh/${token} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/);
  });

  test('in its turn, after the answers that are due before it', async () => {
    const good = `GET /wh/${token} HTTP/1.1\r\n${own}\r\n`;
    const bad = `GET /wh/${token} HTTP/1.1\r\nHost: a b\r\n\r\n`;
    expect(statusLines(await sayAll(good + good + bad + good))).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 400',
    ]);
  });

  test('none of it is logged as a failure', () => {
    const failures = server.logLines.filter((line) => JSON.parse(line).level >= 50);
    expect(failures).toEqual([]);
  });
});

describe('a head that is valid', () => {
  test.each(['in.example.com', 'in.example.com:80', 'in.example.com:', 'IN.example.com'])(
    'Host %s',
    async (host) => {
      const answer = await exchangeRaw(
        server.url,
        `GET /wh/${token} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      );
      expect(answer.status).toBe(200);
    },
  );

  test.each(['[::1]', '[::1]:8080', '[v1.a:b]', '127.0.0.1:8080', 'a_b.example', '%41', ''])(
    'Host %s',
    async (host) => {
      const answer = await exchangeRaw(
        server.url,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      );
      expect(answer.status).toBe(200);
    },
  );

  test.each([
    'get',
    'DESCRIBE',
    'M-SEARCH',
    '__proto__',
    'constructor',
    "!#$%&'*+-.^_`|~",
    'M'.repeat(64),
  ])('the method %s, which is captured, and which the API does not take', async (method) => {
    const head = ` HTTP/1.1\r\n${own}\r\n`;
    const answer = await exchangeRaw(server.url, `${method} /wh/${token}${head}`);
    expect(answer.status).toBe(200);
    const { id } = JSON.parse(answer.body);
    expect((await visitor.ask(200, 'GET', `/api/requests/${id}`)).method).toBe(method);
    const api = `${method} /api/service HTTP/1.1\r\nHost: app.example.com\r\n\r\n`;
    expect((await exchangeRaw(server.url, api)).status).toBe(405);
  });

  test('HTTP/1.0 without Host, and a CSeq that is just a header', async () => {
    expect((await exchangeRaw(server.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
    const answer = await exchangeRaw(
      server.url,
      `POST /wh/${token} HTTP/1.1\r\n${own}CSeq: 1\r\nContent-Length: 18\r\n\r\nGET /wh/x RTSP/1.0`,
    );
    expect(answer.status).toBe(200);
  });

  test('a target in absolute form decides over Host', async () => {
    const statusOf = async (target: string, host: string) =>
      (await exchangeRaw(server.url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status;
    expect(await statusOf(`http://in.example.com/wh/${token}`, 'app.example.com')).toBe(200);
    expect(await statusOf(`HTTP://IN.example.com:80/wh/${token}`, 'app.example.com')).toBe(200);
    expect(await statusOf(`http://app.example.com/wh/${token}`, 'in.example.com')).toBe(404);
    expect(await statusOf('http://app.example.com/api/service', 'in.example.com')).toBe(200);
    expect(await statusOf('http://in.example.com/api/service', 'app.example.com')).toBe(404);
    expect(await statusOf('http://elsewhere.example.com/healthz', 'app.example.com')).toBe(200);
    expect(await statusOf('http://app.example.com', 'in.example.com')).not.toBe(404);
  });

  test('its Host stays in the capture as it was sent', async () => {
    const answer = await exchangeRaw(
      server.url,
      `GET http://in.example.com/wh/${token} HTTP/1.1\r\nHost: sent.example.com\r\n\r\n`,
    );
    const wire = await visitor.ask(200, 'GET', `/api/requests/${JSON.parse(answer.body).id}/wire`);
    expect(wire.headers).toEqual([['Host', 'sent.example.com']]);
  });
});

test('HTTP/1.0 with Transfer-Encoding is captured, then the connection closes even if the sender asked to keep it', async () => {
  const before = await countOfCaptures();
  const text = await sayAll(
    `POST /wh/${token} HTTP/1.0\r\n${own}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `2\r\nhi\r\n0\r\n\r\nPOST /wh/${token} HTTP/1.0\r\n${own}Content-Length: 2\r\n\r\nno`,
  );
  expect(statusLines(text)).toEqual(['HTTP/1.1 200']);
  expect(text).toContain('\r\nConnection: close\r\n');
  expect(await countOfCaptures()).toBe(before + 1);
  const api = await sayAll(
    'POST /api/auth/guest HTTP/1.0\r\nHost: app.example.com\r\nConnection: keep-alive\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n',
  );
  expect(statusLines(api)).toEqual(['HTTP/1.1 201']);
});
