import { gzipSync } from 'node:zlib';
import {
  becomeGuest,
  becomeSeveral,
  call,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  send,
  type Target,
} from '../hostile.ts';
import { ask, closed, openSocket } from './sockets.ts';
import { longestSettings } from './writers.ts';

const mebibyte = 1024 * 1024;
const largestBodyBytes = 25 * mebibyte;
const json = { 'content-type': 'application/json' };
const gzip = { 'content-encoding': 'gzip' };

/** Opens a long answer and reads none of it; opens it again if it was cut or refused. */
function stall(target: Target, { cookie }: Guest, path: string, sideBySide: number): void {
  keepOn(sideBySide, async () => {
    const socket = await ask(target, `GET ${path} HTTP/1.1\r\nCookie: ${cookie}`);
    await closed(socket);
  });
}

/** Stores the capture that the readers will then ask for; fails if it is refused. */
async function plant(
  target: Target,
  guest: Guest,
  body: Uint8Array,
  headers: Record<string, string>,
): Promise<void> {
  const status = await send(target, guest, body, headers);
  if (status !== 200) throw new Error(`the body was answered ${status}`);
}

export const stalledStreams: Hostile = {
  name: 'live streams of a large text that are not read',
  store: 'any',
  async attack(target) {
    for (let guests = 0; guests < 3; guests += 1) {
      const guest = await becomeGuest(target);
      if (guests === 0) await plant(target, guest, Buffer.alloc(largestBodyBytes, 1), {});
      else await plant(target, guest, gzipSync(Buffer.alloc(largestBodyBytes, 1)), gzip);
      stall(target, guest, '/api/sse', 30);
    }
    await pause(1000);
  },
};

export const stalledLists: Hostile = {
  name: 'lists and bodies that are not read',
  store: 'any',
  async attack(target) {
    const guests = await becomeSeveral(target, 3);
    for (const guest of guests) {
      await plant(target, guest, Buffer.alloc(largestBodyBytes, 1), json);
      await plant(target, guest, Buffer.alloc(largestBodyBytes, 'x'), json);
    }
    for (const guest of guests) stall(target, guest, '/api/requests', 30);
    await pause(1000);
  },
};

export const documentReads: Hostile = {
  name: 'settings of 240 KB that are asked for 300 times in one packet on sixty connections, half of which do not read',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    await putSettings(target, guest, JSON.parse(longestSettings(0)));
    const path = `/api/endpoints/${guest.token}/settings`;
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${guest.cookie}\r\n\r\n`;
    for (const isRead of [true, false])
      keepOn(30, async () => {
        const socket = await openSocket(target);
        if (isRead) socket.resume();
        else socket.pause();
        socket.write(request.repeat(300));
        await Promise.race([closed(socket), pause(3000)]);
        socket.destroy();
      });
    await pause(1000);
  },
};

function readAgainAndAgain(target: Target, guest: Guest, sideBySide: number): void {
  const headers = { cookie: guest.cookie };
  const { url, localAddress } = target;
  keepOn(sideBySide, () => call(`${url}/api/requests`, { headers, localAddress }));
  stall(target, guest, '/api/sse', 2);
}

export const nestedArrays: Hostile = {
  name: 'JSON of thirteen million nested arrays in 25 KB of gzip',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    const half = Math.floor((largestBodyBytes - 20) / 2);
    const text = `{"a":${'['.repeat(half)}${']'.repeat(half)}}`;
    await plant(target, guest, gzipSync(text), { ...json, ...gzip });
    readAgainAndAgain(target, guest, 4);
    await pause(1000);
  },
};

export const hostileXml: Hostile = {
  name: 'XML that takes long to check',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    const xml = { 'content-type': 'application/xml', ...gzip };
    let attributes = '';
    for (let index = 0; attributes.length < largestBodyBytes - 100; index += 1)
      attributes += ` a${index}=""`;
    await plant(target, guest, gzipSync(`<a${attributes}/>`), xml);
    const filled = (piece: string) => piece.repeat((largestBodyBytes - 100) / piece.length);
    const elements = filled('<a/>');
    await plant(target, guest, gzipSync(`<r>${elements}</r>`), xml);
    const entities = filled('&lt;');
    await plant(target, guest, gzipSync(`<r>${entities}</r>`), xml);
    const open = filled('<a>');
    await plant(target, guest, gzipSync(open), xml);
    readAgainAndAgain(target, guest, 4);
    await pause(1000);
  },
};

export const gzipBombs: Hostile = {
  name: 'compressed bombs read on forty connections',
  store: 'any',
  async attack(target) {
    for (let guests = 0; guests < 4; guests += 1) {
      const guest = await becomeGuest(target);
      const bomb = gzipSync(Buffer.alloc(largestBodyBytes + 1 - (guests % 2) * mebibyte));
      for (let count = 0; count < 5; count += 1) await plant(target, guest, bomb, gzip);
      readAgainAndAgain(target, guest, 10);
    }
    await pause(1000);
  },
};

export const everyDescriptor: Hostile = {
  name: 'streams and idle connections until no descriptor is left',
  store: 'any',
  descriptors: 1024,
  async attack(target) {
    for (const guest of await becomeSeveral(target, 40)) stall(target, guest, '/api/sse', 30);
    // These connections never ask for anything.
    keepOn(400, async () => {
      const socket = await openSocket(target);
      socket.resume();
      await closed(socket);
    });
    await pause(1000);
  },
};
