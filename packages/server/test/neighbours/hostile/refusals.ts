import { METHODS } from 'node:http';
import {
  becomeGuest,
  callAs,
  fromNetwork,
  type Hostile,
  keepOn,
  pause,
  type Target,
} from '../hostile.ts';
import { flushed, openSocket } from './sockets.ts';

/** More than the neighbour sends in a second, and far less than a flood. */
const environment = { HOOKWELL_RECEIVE_RATE_LIMIT: '400' };

/** Each of them has a row of its own. */
const methods = METHODS.filter((method) => !['CONNECT', 'TRACE', 'HEAD'].includes(method));
/** Ten thousand a second: more would take a service its time by their number alone, whatever it does about them. */
const [connections, requestsAtOnce, everyMs] = [8, 50, 40];

/** Sends whole requests, some at once on each connection, and reads the answers: most are refused. */
function flood(target: Target, token: string): void {
  let sent = 0;
  keepOn(connections, async () => {
    const socket = await openSocket(target);
    let answers = 0;
    socket.on('data', (piece: Buffer) => {
      answers += piece.toString('latin1').split('HTTP/1.1 ').length - 1;
    });
    while (!socket.destroyed) {
      let text = '';
      for (let count = 0; count < requestsAtOnce; count += 1) {
        sent += 1;
        text += `${methods[sent % methods.length]} /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`;
      }
      await flushed(socket, text);
      answers -= requestsAtOnce;
      do await pause(everyMs);
      while (answers < 0 && !socket.destroyed);
    }
  });
}

export const refusedRequests: Hostile = {
  name: 'ten thousand refused requests a second at one endpoint, whole, malformed and broken off',
  store: 'any',
  environment,
  async attack(target) {
    const { token } = await becomeGuest(target);
    flood(target, token);
    const heads = [
      'A : 1\r\n\r\n',
      'Content-Length: 99999999\r\n\r\n',
      'Content-Length: 9\r\n\r\nhalf',
      'A: ',
    ];
    let sent = 0;
    keepOn(8, async () => {
      sent += 1;
      const socket = await openSocket(target);
      socket.resume();
      const method = methods[sent % methods.length];
      const head = heads[sent % heads.length];
      await flushed(socket, `${method} /wh/${token} HTTP/1.1\r\nHost: a\r\n${head}`);
      await pause(5);
      socket.resetAndDestroy();
    });
    await pause(1000);
  },
};

export const refusedEverywhere: Hostile = {
  name: 'refused requests of all methods at a thousand endpoints of many networks',
  store: 'each',
  async attack(target) {
    const guests = await Promise.all(
      Array.from({ length: 340 }, async (_, number) => {
        const from = fromNetwork(target, number);
        const guest = await becomeGuest(from);
        const more = await Promise.all(
          [1, 2].map(() => callAs(from, guest, 'POST', '/api/endpoints')),
        );
        return [guest.token, ...more.map(({ body }) => String(JSON.parse(`${body}`).token))];
      }),
    );
    const tokens = guests.flat();
    let next = 0;
    // Bodies that are too large are refused at once; the rate of so many is not met.
    keepOn(32, async () => {
      const socket = await openSocket(target);
      socket.resume();
      next += 1;
      const line = `${methods[next % methods.length]} /wh/${tokens[next % tokens.length]} HTTP/1.1`;
      await flushed(socket, `${line}\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n`);
      socket.resetAndDestroy();
    });
    await pause(1500);
  },
};
