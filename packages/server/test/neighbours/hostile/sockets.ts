import { connect, type Socket } from 'node:net';
import type { Target } from '../hostile.ts';

/** A plain connection from which nothing is read until it is resumed. Errors end it silently. */
export function openSocket({ url, localAddress }: Target): Promise<Socket> {
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
export async function ask(target: Target, head: string): Promise<Socket> {
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
