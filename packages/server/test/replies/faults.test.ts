import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { startAccount, startServer } from '../start-server.ts';
import { endpointWith } from './settings.ts';

/** Answers by the path: `/reset`, `/timeout`, `/truncate`; with 201 to all others. */

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');
const token = await endpointWith(visitor, {
  replies: [
    { when: 'path=/reset', plan: ['reset'] },
    { when: 'path=/timeout', plan: ['timeout 30ms'] },
    { when: 'path=/truncate', plan: ['truncate 5'], body: 'a longer body' },
    { when: 'path=/filled', plan: ['truncate 5'], body: 'abc' },
    { when: 'path=/slow', status: 202, delay: '50ms' },
    { when: 'path=/late-reset', plan: ['reset'], delay: '30ms' },
    { status: 201, body: 'ok' },
  ],
});

const address = (path: string) => `${server.url}/wh/${token}${path}`;

/** The exit code of curl and what it printed. */
function curl(path: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('curl', ['-s', '-d', 'hi', address(path)], (error, output) => {
      resolve({ code: Number(error?.code ?? 0), output });
    });
  });
}

/** The message of the error that `node:http` gives, while the answer is awaited or its body read. */
async function failureOfHttp(path: string): Promise<string> {
  const sending = request(address(path), { method: 'POST' });
  sending.end('hi');
  try {
    const [response] = await once(sending, 'response');
    return await text(response);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The same of `fetch`, with the cause. */
async function failureOfFetch(path: string): Promise<string> {
  try {
    return await (await fetch(address(path), { method: 'POST', body: 'hi' })).text();
  } catch (error) {
    const { message, cause } = error as Error;
    return `${message}: ${cause instanceof Error ? cause.message : ''}`;
  }
}

/** Sends the requests in one packet; gives all that came back until the connection was closed, and its error. */
async function pipeline(
  ...paths: string[]
): Promise<{ received: string; error: string | undefined }> {
  const socket = await openSocket(server.url);
  let received = '';
  let error: string | undefined;
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  socket.removeAllListeners('error').on('error', ({ code }: NodeJS.ErrnoException) => {
    error = code;
  });
  // An error is part of the outcome here.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const one = (path: string) =>
    `POST /wh/${token}${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;
  socket.write(paths.map(one).join(''));
  await closed;
  return { received, error };
}

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));

async function storedPaths(): Promise<string[]> {
  const list: { path?: string }[] = await visitor.ask(
    200,
    'GET',
    `/api/requests/endpoint/${token}`,
  );
  return list.map(({ path = '' }) => path).toReversed();
}

describe('a reset', () => {
  test('is one for every sender, before a byte of an answer', async () => {
    expect(await curl('/reset')).toEqual({ code: 56, output: '' });
    expect(await failureOfHttp('/reset')).toBe('read ECONNRESET');
    expect(await failureOfFetch('/reset')).toBe('fetch failed: read ECONNRESET');
    expect(await pipeline('/reset')).toEqual({ received: '', error: 'ECONNRESET' });
    expect(await pipeline('/late-reset')).toEqual({ received: '', error: 'ECONNRESET' });
  });

  test('lets the answers before it arrive; requests behind it are stored and not answered', async () => {
    const before = (await storedPaths()).length;
    const { received, error } = await pipeline('/1', '/slow', '/reset', '/2');
    expect(statusesIn(received)).toEqual([201, 202]);
    expect(error).toBe('ECONNRESET');
    expect((await storedPaths()).slice(before)).toEqual(['/1', '/slow', '/reset', '/2']);
  });
});

describe('a timeout', () => {
  test('closes the connection without a byte', async () => {
    expect(await curl('/timeout')).toEqual({ code: 52, output: '' });
    expect(await failureOfHttp('/timeout')).toBe('socket hang up');
    expect(await failureOfFetch('/timeout')).toBe('fetch failed: other side closed');
    expect(await pipeline('/timeout')).toEqual({ received: '', error: undefined });
  });

  test('comes after the answers that are due before it', async () => {
    const { received, error } = await pipeline('/slow', '/timeout', '/1');
    expect(statusesIn(received)).toEqual([202]);
    expect(error).toBeUndefined();
  });
});

describe('a truncated answer', () => {
  test('is a short body for every sender', async () => {
    expect(await curl('/truncate')).toEqual({ code: 18, output: 'a lon' });
    expect(await failureOfHttp('/truncate')).toBe('aborted');
    expect(await failureOfFetch('/truncate')).toMatch(/^terminated: /);
  });

  test('announces the whole body, or one byte more than it sends', async () => {
    const whole = await pipeline('/truncate');
    expect(whole.received).toMatch(/Content-Length: 13\r\n[\s\S]*\r\n\r\na lon$/);
    const filled = await pipeline('/1', '/filled', '/2');
    expect(statusesIn(filled.received)).toEqual([201, 200]);
    expect(filled.received).toMatch(/Content-Length: 6\r\n[\s\S]*\r\n\r\nabc {2}$/);
  });

  test('of a HEAD has no body to cut, and ends the connection as well', async () => {
    const response = await fetch(address('/truncate'), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '13']);
    expect(response.headers.get('connection')).toBe('close');
  });
});
