import {
  becomeGuest,
  becomeGuests,
  callAs,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  send,
  type Target,
} from '../hostile.ts';
import { ask, closed, flushed, openSocket, sendAndHangUp } from './sockets.ts';

/** A head of nearly as many bytes as it may have, in headers whose values have so many characters. */
function crowdedHead(valueCharacters: number, ...lines: string[]): string {
  let head = lines.join('\r\n');
  for (let index = 0; head.length < 32_000; index += 1) {
    const name = (index % 1296).toString(36);
    head += `\r\n${name.padStart(2, 'x')}:${name.padStart(valueCharacters, 'y')}`;
  }
  return head;
}

/** Thousands of headers, more than are taken, and as many as are taken. */
const [shortest, short] = [2, 8];

/** Sends these bytes, 50 Mbit a second, on ever new connections, which stay until they are closed. */
function stay(target: Target, bytes: string): void {
  keepOn(5, async () => {
    const socket = await openSocket(target);
    socket.pause();
    await flushed(socket, bytes);
    void closed(socket);
    await pause(20);
  });
}

export const endlessHeads: Hostile = {
  name: 'heads of thousands of headers that never end, by a stranger',
  store: 'any',
  async attack(target) {
    stay(target, crowdedHead(shortest, 'POST /wh/x HTTP/1.1', 'Host: a'));
    await pause(1000);
  },
};

export const headsOfUnfinished: Hostile = {
  name: 'bodies that are not whole behind heads of thousands of headers',
  store: 'any',
  async attack(target) {
    const { token } = await becomeGuest(target);
    const lines = [`POST /wh/${token} HTTP/1.1`, 'Host: a', 'Content-Length: 10'];
    const head = crowdedHead(short, ...lines);
    stay(target, `${head}\r\n\r\nabc`);
    await pause(1000);
  },
};

export const crowdedHeads: Hostile = {
  name: 'thirty heads of thousands of headers in one packet, with and without settings',
  store: 'any',
  async attack(target) {
    for (const settings of [{}, { replies: [{ when: 'header.zz=1', status: 201 }, {}] }]) {
      const guest = await becomeGuest(target);
      await putSettings(target, guest, settings);
      for (const characters of [shortest, short]) {
        const lines = [`POST /wh/${guest.token} HTTP/1.1`, 'Host: a', 'Content-Length: 0'];
        const packet = Buffer.from(`${crowdedHead(characters, ...lines)}\r\n\r\n`.repeat(30));
        keepOn(2, () => sendAndHangUp(target, packet, 300));
      }
    }
    await pause(1000);
  },
};

/** So many bytes of headers that are kept, in one of them and in hundreds. */
const keptHeads: readonly Record<string, string>[] = [
  { 'x-long': 'y"'.repeat(8 * 1024) },
  Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`x-${index}`, 'y"'.repeat(7)])),
];

export const keptHeaders: Hostile = {
  name: '16 KiB of X- headers on every request to endpoints that keep them, searched and read',
  store: 'any',
  async attack(target) {
    for (const { from, guest } of await becomeGuests(target, 3, { xHeaders: 'keep' })) {
      for (const headers of keptHeads) keepOn(4, () => send(from, guest, 'a', headers));
      const match = encodeURIComponent('header.x-long:nowhere header:nowhere nowhere');
      keepOn(4, () => callAs(from, guest, 'GET', `/api/requests?limit=1000&match=${match}`));
      keepOn(4, async () => {
        const { body } = await callAs(from, guest, 'GET', '/api/requests?limit=1&view=summary');
        const [{ id }] = JSON.parse(body.toString());
        await callAs(from, guest, 'GET', `/api/requests/${id}/wire`);
      });
      keepOn(2, async () => {
        const path = `/api/sse?match=${match}`;
        const socket = await ask(from, `GET ${path} HTTP/1.1\r\nCookie: ${guest.cookie}`);
        socket.resume();
        await Promise.race([closed(socket), pause(500)]);
        socket.destroy();
      });
    }
    await pause(1000);
  },
};
