import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  becomeGuest,
  call,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  send,
  type Target,
} from '../hostile.ts';
import { closed, flushed, openSocket } from './sockets.ts';

const mebibyte = 1024 * 1024;
const largestBodyBytes = 25 * mebibyte;

function head({ url }: Target, path: string, framing: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${framing}\r\n\r\n`;
}

/** Sends all of a body but its last byte, so that the request is never whole. */
async function sendAllButTheLast(target: Target, { token }: Guest, size: number): Promise<void> {
  const socket = await openSocket(target);
  socket.resume();
  socket.write(head(target, `/wh/${token}`, `Content-Length: ${size}`));
  await flushed(socket, Buffer.alloc(size - 1, 'x'));
  await closed(socket);
}

export const unfinishedBodies: Hostile = {
  name: 'bodies that are sent without their last byte',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    keepOn(10, () => sendAllButTheLast(target, guest, largestBodyBytes));
    keepOn(110, () => sendAllButTheLast(target, guest, 64 * 1024));
    await pause(1000);
  },
};

export const manyGuestsUnfinished: Hostile = {
  name: 'bodies that are sent without their last byte, by twelve guests',
  store: 'any',
  async attack(target) {
    for (let count = 0; count < 12; count += 1) {
      const guest = await becomeGuest(target);
      keepOn(3, () => sendAllButTheLast(target, guest, largestBodyBytes));
      keepOn(20, () => sendAllButTheLast(target, guest, 64 * 1024));
    }
    await pause(1500);
  },
};

const oneByteChunks = Buffer.from('1\r\nx\r\n'.repeat(100_000));

/** Sends a body in chunks of one byte each, which never ends. */
async function trickle(target: Target, path: string): Promise<void> {
  const socket: Socket = await openSocket(target);
  socket.resume();
  socket.write(head(target, path, 'Transfer-Encoding: chunked'));
  for (let sent = 0; sent < 4 * mebibyte && !socket.destroyed; sent += 100_000) {
    await flushed(socket, oneByteChunks);
  }
  await closed(socket);
}

export const chunksOfOneByte: Hostile = {
  name: 'megabytes in chunks of one byte',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    keepOn(2, () => trickle(target, `/wh/${guest.token}`));
    keepOn(1, () => trickle(target, '/api/billing/webhook'));
    await pause(1500);
  },
};

export const largeUploads: Hostile = {
  name: 'six uploads of 25 MiB at once, again and again',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    const body = randomBytes(largestBodyBytes);
    keepOn(6, () => send(target, guest, body));
    await pause(500);
  },
};

export const fullSpeed: Hostile = {
  name: 'one endpoint that is sent to as fast as it answers',
  store: 'each',
  async attack(target) {
    const guest = await becomeGuest(target);
    keepOn(32, async () => {
      await send(target, guest, 'x'.repeat(1024));
    });
    await pause(300);
  },
};

/** Asks for addresses that do not exist, this many at once on each connection, and reads the answers. */
function guess(target: Target, connections: number, atOnce: number): void {
  const { host } = new URL(target.url);
  keepOn(connections, async () => {
    const socket = await openSocket(target);
    const gone = closed(socket);
    while (!socket.destroyed) {
      const answered = Promise.race([once(socket, 'data'), gone]);
      let text = '';
      for (let count = 0; count < atOnce; count += 1) {
        const token = randomBytes(13).toString('hex');
        text += `GET /wh/${token} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      }
      await flushed(socket, text);
      await answered;
    }
  });
}

export const unknownTokens: Hostile = {
  name: 'a flood of unknown addresses',
  store: 'each',
  async attack(target) {
    guess(target, 256, 1);
    await pause(500);
  },
};

export const pipelinedRequests: Hostile = {
  name: 'requests for unknown addresses, hundreds at once on each connection',
  store: 'any',
  async attack(target) {
    guess(target, 8, 500);
    await pause(500);
  },
};

export const logIns: Hostile = {
  name: 'log-ins without end',
  store: 'any',
  async attack({ url, localAddress }) {
    keepOn(16, () =>
      call(`${url}/api/auth/login`, {
        method: 'POST',
        localAddress,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
      }),
    );
    await pause(300);
  },
};

export const fillingGuests: Hostile = {
  name: 'guests that fill the store to its bound',
  store: 'each',
  environment: { HOOKWELL_MAX_STORE_BYTES: String(64 * mebibyte) },
  async attack(target) {
    const body = randomBytes(mebibyte);
    for (let count = 0; count < 3; count += 1) {
      const guest = await becomeGuest(target);
      keepOn(2, () => send(target, guest, body));
    }
    await pause(2500);
  },
};
