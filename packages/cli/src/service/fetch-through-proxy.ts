import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import * as tls from 'node:tls';
import type { Fetch } from '@hookwell/client';
import type { ServiceProxy } from './address.ts';

/** The proxy did not let the command through. */
export class ProxyRefusal extends Error {
  override name = 'ProxyRefusal';
}

/**
 * `fetch` by way of a proxy. That of Node knows none in the oldest Nodes that the command runs on, and in newer ones it
 * would have to be told for the whole process. A service on https gets a tunnel (RFC 9110, 9.3.6), one on http a request
 * with its whole address (RFC 9112, 3.2.2).
 */
export function fetchThrough({ url: proxy }: ServiceProxy): Fetch {
  return (target, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const service = new URL(target);
      const own = Object.fromEntries(new Headers(headers));
      const request =
        service.protocol === 'https:'
          ? https.request(target, {
              method,
              headers: own,
              createConnection: (_options, callback) => openTunnel(proxy, service, callback),
            })
          : clientOf(proxy).request(addressOf(proxy), {
              method,
              path: target,
              headers: { ...own, host: service.host, ...credentialOf(proxy) },
              agent: false,
            });
      const abort = () => request.destroy();
      signal?.addEventListener('abort', abort, { once: true });
      request.once('close', () => signal?.removeEventListener('abort', abort));
      request.once('response', (message) => resolve(responseOf(message)));
      request.once('error', (cause) =>
        reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause })),
      );
      // The client sends texts alone.
      request.end(typeof body === 'string' ? body : undefined);
    });
}

/** Opens a connection through the proxy to a service on https. */
function openTunnel(
  proxy: URL,
  { hostname: inBrackets, port }: URL,
  callback: (error: Error | null, socket: Duplex) => void,
): undefined {
  const target = `${inBrackets}:${port || 443}`;
  const host = inBrackets.replace(/^\[|\]$/g, '');
  const asked = clientOf(proxy).request(addressOf(proxy), {
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...credentialOf(proxy) },
    agent: false,
  });
  asked.once('error', (error) => callback(error, new Socket()));
  asked.once('connect', ({ statusCode, statusMessage }, socket: Socket) => {
    if (statusCode === 200) {
      const name = isIP(host) === 0 ? { servername: host } : {};
      callback(null, tls.connect({ socket, host, ...name }));
      return;
    }
    const error = new ProxyRefusal(`it answers with ${statusCode} ${statusMessage}`);
    callback(error, socket.destroy());
  });
  asked.end();
}

function clientOf({ protocol }: URL): typeof http | typeof https {
  return protocol === 'https:' ? https : http;
}

/** Without name and password, which Node would send as those of the service. */
function addressOf({ origin }: URL): string {
  return origin;
}

function credentialOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function responseOf(message: http.IncomingMessage): Response {
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '');
  }
  const status = message.statusCode ?? 502;
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) message.resume();
  // Node's types have two names for one kind of stream.
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, headers });
}
