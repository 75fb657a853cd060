import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { selfSigned } from '../forwarding/self-signed.ts';

export interface ForwardProxy {
  /** Without name and password. */
  host: string;
  /** What it was asked for: `GET http://…` and `CONNECT host:port`. */
  asked: string[];
}

/**
 * A proxy as in an office, which knows every name as that of one service: on http, and on https with a certificate of
 * its own making. It lets nobody in but `ada:secret`.
 */
export async function startForwardProxy(serviceUrl: string): Promise<ForwardProxy> {
  const asked: string[] = [];
  const { port: servicePort, hostname } = new URL(serviceUrl);
  const isLetIn = (headers: NodeJS.Dict<string | string[]>) =>
    headers['proxy-authorization'] === `Basic ${btoa('ada:secret')}`;
  const encrypted = createTlsServer(selfSigned, (socket) => {
    socket
      .on('error', () => {})
      .pipe(connect(Number(servicePort), hostname))
      .pipe(socket);
  });
  const encryptedPort = await portOf(encrypted);
  const proxy = createServer(({ method, url = '', headers }, answer) => {
    asked.push(`${method} ${url}`);
    if (!isLetIn(headers)) return void answer.writeHead(407).end();
    const { pathname, search } = new URL(url);
    const sent = request(serviceUrl + pathname + search, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    answer.req.pipe(sent);
  });
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.on('error', () => {});
    if (!isLetIn(headers)) {
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const onwards = connect(encryptedPort, '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  const port = await portOf(proxy);
  onTestFinished(() => void proxy.closeAllConnections());
  return { host: `127.0.0.1:${port}`, asked };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // It listens on a port, so its address is no string.
  return (server.address() as AddressInfo).port;
}
