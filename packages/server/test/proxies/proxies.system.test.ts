import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bodyCases } from '../connections/wire/body-corpus.ts';
import { headCases } from '../connections/wire/head-corpus.ts';
import { eventually } from '../eventually.ts';
import { forFile, forTest } from '../kept-for.ts';
import { readAnswers } from '../raw-answers.ts';
import { exchangeRaw, openSocket } from '../raw-http.ts';
import { startAccount, startGuest, startServer, type Visitor } from '../start-server.ts';
import { proxyNames, startProxy } from './start-proxy.ts';

const mostBodyBytes = 100_000;
const server = forFile(
  await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: String(mostBodyBytes) } }),
);

/** A sender gets no answer to half a request; nobody waits for longer than this. */
const patienceMs = 150;

interface Captured {
  id: number;
  method: string;
  path?: string;
  headers: Record<string, string>;
  body: { raw: string };
}

async function capturesOf(visitor: Visitor, token: string): Promise<Captured[]> {
  return await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
}

/** Sends a request as browsers and libraries do, on connections that are kept. */
async function sendVia(url: string, agent: Agent, path: string, body: string) {
  const sent = request(url + path, {
    method: 'POST',
    agent,
    headers: { 'Content-Length': body.length },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, text: await text(response) };
}

/** Sends what a hostile client sends, and gives its connection, which is still open unless the proxy closed it. */
async function sendHostile(url: string, bytes: Buffer): Promise<Socket> {
  const socket = await openSocket(url);
  socket.on('error', () => undefined);
  const done = Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined);
  socket.write(bytes);
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return socket;
}

/** Sends a head, its body once it is asked for it, and reads that it was stored. */
async function sendOnceAsked(url: string, head: string, body: string): Promise<void> {
  const socket = await openSocket(url);
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  socket.write(head);
  await eventually(() => heard.startsWith('HTTP/1.1 100 '));
  socket.write(body);
  // A proxy may pass our own 100 on, behind its own.
  await eventually(() => heard.includes('HTTP/1.1 200 '));
  socket.destroy();
}

describe.each(proxyNames)('behind %s', (name) => {
  test('no bytes of one client become a request or an answer of another', async () => {
    const proxy = forTest(await startProxy(name, server.url));
    const visitor = await startAccount(server, 'plus');
    const [hostile, smuggled, innocent] = [
      await visitor.endpoint(),
      await visitor.endpoint(),
      await visitor.endpoint(),
    ];
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    onTestFinished(() => agent.destroy());
    const sent = new Map<number, string>();
    for (const [index, [bytes]] of [...headCases, ...bodyCases].entries()) {
      const aimed = bytes
        .replaceAll(/ \/(?=\s)/g, ` /wh/${hostile}/${index}`)
        .replaceAll('/smuggled', `/wh/${smuggled}/${index}`);
      const socket = await sendHostile(proxy.url, Buffer.from(aimed, 'latin1'));
      for (const place of [1, 2]) {
        const body = `innocent ${index} ${place}`;
        const answer = await sendVia(proxy.url, agent, `/wh/${innocent}/${index}`, body);
        expect(answer.status, JSON.stringify(bytes.slice(0, 300))).toBe(200);
        sent.set(JSON.parse(answer.text).id, body);
      }
      socket.destroy();
    }
    const stored = await capturesOf(visitor, innocent);
    expect(new Map(stored.map(({ id, body }) => [id, body.raw]))).toEqual(sent);
    const all = [
      ...stored,
      ...(await capturesOf(visitor, hostile)),
      ...(await capturesOf(visitor, smuggled)),
    ];
    // Each was a request to the proxy as well, and none was two.
    const fronts = all.map(({ headers }) => headers.front);
    expect(fronts.filter((front) => front === undefined || front.includes(','))).toEqual([]);
    expect(new Set(fronts).size).toBe(all.length);
    // Many of the hostile requests are valid ones to all, so that connections are used again behind them.
    expect(all.length - stored.length).toBeGreaterThan(40);
  });

  test('what is odd but valid arrives as it was sent', async () => {
    const proxy = forTest(await startProxy(name, server.url));
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const post = (headers: string, rest: string) =>
      `POST /wh/${token} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${rest}`;
    const chunked = 'Transfer-Encoding: chunked\r\n';
    // One after the other on one connection, which is kept.
    const socket = await openSocket(proxy.url);
    socket.write(
      post(chunked, '3;a=b\r\nabc\r\n0003\r\ndef\r\n0\r\n\r\n') +
        post('Content-Length: 5\r\n', 'ghijk') +
        post(chunked, '0\r\n\r\n') +
        `GET /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    const answers = await readAnswers(socket, 4);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    socket.destroy();
    const old = `PUT /wh/${token} HTTP/1.0\r\nContent-Length: 3\r\n\r\nold`;
    expect((await exchangeRaw(proxy.url, old)).status).toBe(200);
    await sendOnceAsked(
      proxy.url,
      post('Expect: 100-continue\r\nContent-Length: 4\r\n', ''),
      'then',
    );
    const stored = await capturesOf(visitor, token);
    expect(stored.map(({ method, body }) => `${method} ${body.raw}`).reverse()).toEqual([
      ...['POST abcdef', 'POST ghijk', 'POST ', 'GET ', 'PUT old', 'POST then'],
    ]);
  });

  test('an answer to HEAD has no body, and the next answer is that of the next request', async () => {
    const proxy = forTest(await startProxy(name, server.url));
    const token = await (await startGuest(server)).endpoint();
    const socket = await openSocket(proxy.url);
    let heard = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      heard += piece;
    });
    socket.write(
      `HEAD /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\nGET /wh/unknown HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'close');
    const heads = heard.match(/HTTP\/1\.1 \d{3}/g);
    expect(heads).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
    expect(heard.match(/"(?:id|error)":/g)).toEqual(['"error":']);
  });

  test('senders of bodies that are refused early read why, and others are not disturbed', async () => {
    const proxy = forTest(await startProxy(name, server.url));
    const token = await (await startGuest(server)).endpoint();
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    onTestFinished(() => agent.destroy());
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    const inChunks = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    for (let round = 0; round < 5; round += 1) {
      for (const [path, status] of [
        [`/wh/${token}`, 413],
        [`/wh/${'z'.repeat(26)}`, 404],
      ] as const) {
        const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
        const whole = Buffer.concat([
          Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`),
          body,
        ]);
        const parts = Buffer.concat([
          Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
          inChunks,
        ]);
        for (const bytes of [whole, parts])
          expect((await exchangeRaw(proxy.url, bytes)).status, `${path} ${round}`).toBe(status);
        expect((await sendVia(proxy.url, agent, `/wh/${token}`, 'small')).status).toBe(200);
      }
    }
  });
});

describe.each(['nginx as in docs/operating.md', 'nginx as in deploy/'] as const)('%s', (name) => {
  test('headers come as they were sent, and no address of a request is logged', async () => {
    const proxy = forTest(await startProxy(name, server.url));
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const long = `long: ${'x'.repeat(20_000)}`;
    const sent = ['my_header: 1', 'a.b: 2', long, 'Host: Hooks.Example.com:8443'];
    const request = `POST /wh/${token} HTTP/1.1\r\n${sent.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`;
    expect((await exchangeRaw(proxy.url, request)).status).toBe(200);
    const [captured] = await capturesOf(visitor, token);
    expect(captured?.headers).toMatchObject({
      my_header: '1',
      'a.b': '2',
      long: 'x'.repeat(20_000),
      host: 'Hooks.Example.com:8443',
    });
    expect(await proxy.logged()).not.toContain(token);
  });
});
