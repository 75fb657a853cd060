import { connect, type Socket } from 'node:net';
import type { RunningServer, Visitor } from './servers.ts';

/** Opens a live stream over a plain socket; resolves once its headers are there. */
export function openStream({ url }: RunningServer, { cookie }: Visitor): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('error', reject);
    socket.write(`GET /api/sse HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
    socket.once('data', () => resolve(socket));
  });
}
