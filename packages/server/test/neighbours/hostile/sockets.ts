import { connect, type Socket } from 'node:net';
import { pause, type Way } from '../hostile.ts';

/** A plain connection from which nothing is read until it is resumed. Errors end it silently. */
export function openSocket({ url, localAddress }: Way): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.on('error', () => socket.destroy());
  });
}

/** Sends a head and stays; the answer is left in the kernel's buffers. */
export async function ask(target: Way, head: string): Promise<Socket> {
  const socket = await openSocket(target);
  socket.pause();
  socket.write(`${head}\r\nHost: ${new URL(target.url).host}\r\n\r\n`);
  return socket;
}

/** Resolves once everything that was written has left this process, or the connection is gone. */
export function flushed(socket: Socket, bytes: Uint8Array | string): Promise<void> {
  // The callback gets an error if the connection is gone.
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** A request as it goes over the wire, whose body is whole. */
export function written(
  method: string,
  path: string,
  headers: readonly string[],
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

/** Sends these bytes on a connection of their own, reads nothing, stays for a while and hangs up. */
export async function sendAndHangUp(target: Way, bytes: Uint8Array, stayMs: number): Promise<void> {
  const socket = await openSocket(target);
  socket.pause();
  await flushed(socket, bytes);
  await pause(stayMs);
  socket.destroy();
}
