import { gzipSync } from 'node:zlib';
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
import { ask, closed, openSocket } from './sockets.ts';

const mebibyte = 1024 * 1024;

export async function putSettings(
  { url, localAddress }: Target,
  { token, cookie }: Guest,
  settings: unknown,
): Promise<void> {
  const { status, body } = await call(`${url}/api/endpoints/${token}/settings`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
    localAddress,
  });
  if (status !== 200) throw new Error(`the settings were answered ${status}: ${body}`);
}

/** As many replies and searched texts as settings may have: each looks through the whole body in vain. */
function longSettings(): unknown {
  const replies = Array.from({ length: 99 }, (_, reply) => ({ when: `body:aaaaaaab${reply}` }));
  return { replies: [...replies, { delay: '60s', body: '{{body}}{{body}}' }] };
}

export const longReplies: Hostile = {
  name: 'settings with 100 replies that look through large and compressed bodies',
  store: 'any',
  async attack(target) {
    const text = Buffer.alloc(mebibyte, 'aaaaaaa');
    const compressed = gzipSync(Buffer.alloc(24 * mebibyte, 'aaaaaaa'));
    for (let guests = 0; guests < 3; guests += 1) {
      const guest = await becomeGuest(target);
      await putSettings(target, guest, longSettings());
      keepOn(8, () => send(target, guest, text));
      keepOn(8, () => send(target, guest, compressed, { 'content-encoding': 'gzip' }));
      keepOn(8, () => send(target, guest, text.subarray(0, 60 * 1024)));
    }
    await pause(1000);
  },
};

export const waitingReplies: Hostile = {
  name: 'delays of a minute, timeouts and resets on a thousand connections',
  store: 'any',
  async attack(target) {
    for (let guests = 0; guests < 5; guests += 1) {
      const guest = await becomeGuest(target);
      await putSettings(target, guest, {
        replies: [
          { when: 'path=/reset', plan: ['reset'] },
          { when: 'path=/timeout', plan: ['timeout 120s'] },
          { delay: '60s', body: '{{body}}' },
        ],
      });
      const post = (path: string) => `POST /wh/${guest.token}${path} HTTP/1.1\r\nContent-Length: 0`;
      keepOn(200, async () => {
        const socket = await ask(target, post('/delay'));
        await closed(socket);
      });
      keepOn(20, async () => {
        const socket = await ask(target, post('/timeout'));
        await pause(50);
        socket.destroy();
      });
      keepOn(20, async () => {
        await closed(await ask(target, post('/reset')));
      });
    }
    await pause(1000);
  },
};

export const unreadReplies: Hostile = {
  name: 'answers of 256 KiB that are asked for in one packet and not read, under settings that change',
  store: 'any',
  async attack(target) {
    const whens = Array.from({ length: 14 }, (_, reply) => ({
      when: `header.a=${reply}${'x'.repeat(4000)}`,
    }));
    const fixed = Array.from({ length: 2 }, () => ({
      when: 'header.a=1',
      body: 'x'.repeat(60_000),
    }));
    for (let guests = 0; guests < 3; guests += 1) {
      const guest = await becomeGuest(target);
      const long = { body: '{{header.b}}'.repeat(400) };
      const change = () => putSettings(target, guest, { replies: [...whens, ...fixed, long] });
      await change();
      const request = `GET /wh/${guest.token} HTTP/1.1\r\nHost: a\r\nB: ${'b'.repeat(700)}\r\n\r\n`;
      keepOn(2, change);
      keepOn(8, async () => {
        const socket = await openSocket(target);
        socket.pause();
        socket.write(request.repeat(100));
        await pause(1000);
        socket.destroy();
      });
    }
    await pause(1000);
  },
};
