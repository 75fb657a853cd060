import {
  becomeGuest,
  fromNetwork,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  type Way,
} from '../hostile.ts';
import { closed, openSocket, written } from './sockets.ts';

/** Nearly as much as a head may have. */
const queryBytes = 31 * 1024;
const mostTerms = 64;

/** A query of nothing but bytes that are no UTF-8. */
export const badQuery = '%C0%80'.repeat(queryBytes / 6);
/** A query of as many parameters as fit. */
export const manyParameters = 'a&'.repeat(queryBytes / 2);

/** A match whose terms are all looked at; it holds for nothing. */
export function longMatch(term: (index: number) => string): string {
  const terms = Array.from({ length: mostTerms - 2 }, (_, index) => term(index));
  return [...terms, 'path=/never'].join(' ');
}

/** Replies with as many terms as settings may have, all of which are looked at. */
export function longReplies(term: (index: number) => string): unknown {
  return { replies: Array.from({ length: 7 }, () => ({ when: longMatch(term) })) };
}

/** Sends the request again and again on connections of its own, so many at once, and hangs up after a second. */
function ask(target: Way, token: string, query: string, sideBySide: number): void {
  const request = written('GET', `/wh/${token}?${query}`, []);
  keepOn(sideBySide, async () => {
    const socket = await openSocket(target);
    socket.resume();
    socket.write(request);
    await Promise.race([closed(socket), pause(1000)]);
    socket.destroy();
  });
}

/** A guest whose settings have many terms about the query, which is hard to read. */
function manyTerms(
  name: string,
  { term, query }: { term: (index: number) => string; query: string },
): Hostile {
  return {
    name,
    store: 'any',
    async attack(target) {
      const guest = await becomeGuest(target);
      await putSettings(target, guest, longReplies(term));
      ask(target, guest.token, query, 4);
      await pause(500);
    },
  };
}

export const badQueries = manyTerms('500 terms about queries that are no UTF-8', {
  term: (index) => `-query:x${index}`,
  query: badQuery,
});

export const longQueries = manyTerms('500 terms about parameters in queries of thousands of them', {
  term: (index) => `-query.b${index}:x`,
  query: manyParameters,
});

const handshakes = ['meta', 'dropbox', 'twitter', 'microsoft-graph'];

/** The strangers have no account: all that they know is an address. */
export const strangers: Hostile = {
  name: 'strangers with queries of thousands of parameters at an endpoint with handshakes',
  store: 'any',
  async attack(target) {
    const guest = await becomeGuest(target);
    const verify = { scheme: 'twitter', secrets: ['the secret of an integration'] };
    const replies = handshakes.map((handshake) => ({ handshake }));
    await putSettings(target, guest, { verify, replies });
    for (let network = 0; network < 4; network += 1) {
      ask(fromNetwork(target, network), guest.token, manyParameters, 2);
      ask(fromNetwork(target, network), guest.token, badQuery, 2);
    }
    await pause(500);
  },
};
