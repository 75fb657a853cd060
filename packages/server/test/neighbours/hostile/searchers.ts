import { gzipSync } from 'node:zlib';
import { becomeGuest, becomeGuests, call, type Hostile, keepOn, pause, send } from '../hostile.ts';
import { badQuery, manyParameters, longMatch as matchOf } from './queries.ts';
import { ask, closed } from './sockets.ts';

const mebibyte = 1024 * 1024;
const largestBodyBytes = 25 * mebibyte;
const mostTerms = 64;

/** A match that looks for each of its terms in every part of every request, and finds nothing. */
function longMatch(number: number): string {
  const terms = Array.from({ length: mostTerms - 1 }, (_, index) => `-aab${number}x${index}`);
  return encodeURIComponent([...terms, `aaaab${number}`].join(' '));
}

export const searches: Hostile = {
  name: 'searches for 64 terms in large and compressed captures, in lists, streams and questions of freshness',
  store: 'each',
  async attack(target) {
    const { url, localAddress } = target;
    const text = Buffer.alloc(largestBodyBytes, 'aaaaaaa');
    const compressed = gzipSync(text);
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    for (let guests = 0; guests < 2; guests += 1) {
      const guest = await becomeGuest(target);
      const { cookie } = guest;
      await send(target, guest, text);
      for (let count = 0; count < 4; count += 1) await send(target, guest, compressed, headers);
      const small = text.subarray(0, 60 * 1024);
      await Promise.all(Array.from({ length: 100 }, () => send(target, guest, small)));
      let asked = 0;
      keepOn(16, async () => {
        asked += 1;
        const page = asked % 2 === 0 ? '&limit=1000' : '';
        const path = `/api/requests?view=summary&match=${longMatch(asked)}${page}`;
        await call(`${url}${path}`, { headers: { cookie }, localAddress });
      });
      keepOn(20, async () => {
        asked += 1;
        const path = `/api/sse?match=${longMatch(asked)}`;
        const socket = await ask(target, `GET ${path} HTTP/1.1\r\nCookie: ${cookie}`);
        socket.resume();
        await closed(socket);
      });
      keepOn(16, async () => {
        asked += 1;
        const path = `/api/endpoints/${guest.token}/freshness?within=30d&match=${longMatch(asked)}`;
        await call(`${url}${path}`, { headers: { cookie }, localAddress });
      });
      // Each of these makes every stream search.
      keepOn(4, () => send(target, guest, text.subarray(0, 1024)));
    }
    await pause(1000);
  },
};

/** Matches of which a single row takes long: each term decodes the query of the row, or its parameters. */
const oddMatches = [
  matchOf((index) => `-query:x${index}`),
  matchOf((index) => `-query.b${index}:x`),
  matchOf((index) => `-x${index}`),
].map(encodeURIComponent);

export const oddQueries: Hostile = {
  name: 'searches, lists and streams of requests whose queries take long to decode',
  store: 'any',
  async attack(target) {
    const { url } = target;
    for (const { from, guest } of await becomeGuests(target, 3, {})) {
      const { cookie, token } = guest;
      const { localAddress } = from;
      const plant = (query: string) => call(`${url}/wh/${token}?${query}`, { localAddress });
      const queries = Array.from({ length: 60 }, (_, count) => count % 2 === 0);
      await Promise.all(queries.map((isBad) => plant(isBad ? badQuery : manyParameters)));
      let asked = 0;
      const nextMatch = () => {
        asked += 1;
        return oddMatches[asked % oddMatches.length] ?? '';
      };
      keepOn(4, async () => {
        const path = `/api/requests?limit=1000&match=${nextMatch()}`;
        await call(`${url}${path}`, { headers: { cookie }, localAddress });
      });
      keepOn(2, () => call(`${url}/api/requests`, { headers: { cookie }, localAddress }));
      for (const matched of [true, false]) {
        keepOn(4, async () => {
          const path = matched ? `/api/sse?match=${nextMatch()}` : '/api/sse';
          const socket = await ask(from, `GET ${path} HTTP/1.1\r\nCookie: ${cookie}`);
          socket.resume();
          await Promise.race([closed(socket), pause(500)]);
          socket.destroy();
        });
      }
      keepOn(1, () => plant(badQuery));
    }
    await pause(500);
  },
};
