import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  becomeGuests,
  becomeSeveral,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  send,
  type Target,
} from '../hostile.ts';
import { ask, closed, openSocket, sendAndHangUp, written } from './sockets.ts';

const mebibyte = 1024 * 1024;

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
    for (const guest of await becomeSeveral(target, 3, longSettings())) {
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
    const settings = {
      replies: [
        { when: 'path=/reset', plan: ['reset'] },
        { when: 'path=/timeout', plan: ['timeout 120s'] },
        { delay: '60s', body: '{{body}}' },
      ],
    };
    for (const guest of await becomeSeveral(target, 5, settings)) {
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
    const settings = { replies: [...whens, ...fixed, { body: '{{header.b}}'.repeat(400) }] };
    for (const guest of await becomeSeveral(target, 3, settings)) {
      const request = `GET /wh/${guest.token} HTTP/1.1\r\nHost: a\r\nB: ${'b'.repeat(700)}\r\n\r\n`;
      keepOn(2, () => putSettings(target, guest, settings));
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

/** One value in another: each is nearly as long as the whole, and holds characters of two bytes. */
const nested = brotliCompressSync(`{"a":{"a":{"a":{"a":"${'Ā'.repeat(65_000)}"}}}}`);
const nestedFields = ['json.a', 'json.a.a', 'json.a.a.a', 'json.a.a.a.a'];

/** The first answer waits for a minute, and all others on its connection wait behind it. */
export const unreadOfManyGuests: Hostile = {
  name: 'eight MiB of answers each that 110 guests leave unread behind one that waits',
  store: 'any',
  async attack(target) {
    const body = nestedFields.map((field) => `{{${field}}}`).join('');
    const settings = { replies: [{ when: 'path=/first', delay: '60s' }, { body }] };
    for (const { from, guest } of await becomeGuests(target, 110, settings)) {
      const first = written('GET', `/wh/${guest.token}/first`, []);
      const next = written('POST', `/wh/${guest.token}`, ['Content-Encoding: br'], nested);
      sendUnread(from, [first, ...repeated(next, 31)], 1);
    }
    await pause(1000);
  },
};

/** Large answers fill the room nearly, and then small ones what is left. */
export const fullWaiting: Hostile = {
  name: 'answers that wait for a minute and fill the room of the node, of 39 guests',
  store: 'any',
  async attack(target) {
    const large = { when: 'path=/large', delay: '60s', body: 'x'.repeat(60_000) };
    const guests = await becomeGuests(target, 39, { replies: [large, { delay: '60s' }] });
    for (const { from, guest } of guests) {
      sendUnread(from, repeated(written('GET', `/wh/${guest.token}/large`, []), 20), 2);
    }
    await pause(500);
    for (const { from, guest } of guests) {
      const small = Buffer.concat(repeated(written('GET', `/wh/${guest.token}`, []), 20));
      keepOn(1, () => sendAndHangUp(from, small, 1000));
    }
    await pause(1000);
  },
};

function repeated(request: Buffer, times: number): Buffer[] {
  return Array.from({ length: times }, () => request);
}

/** Sends these requests at once and reads no answer; again once the connection was closed. */
function sendUnread(target: Target, requests: readonly Buffer[], sideBySide: number): void {
  const bytes = Buffer.concat(requests);
  keepOn(sideBySide, async () => {
    const socket = await openSocket(target);
    socket.pause();
    socket.write(bytes);
    await closed(socket);
  });
}
