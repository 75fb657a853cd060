import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { exchangeOn } from '../exchange.ts';

/** A request as the HTTP server hands it over, without a network, and the text that its sender gets. */
export function exchange(token: string, body: string) {
  const taken: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      taken.push(piece);
      done();
    },
  });
  // A connection uses of a socket what any duplex stream has, and these.
  const destroySoon = () => void socket.end(() => socket.destroy());
  const given = Object.assign(socket, { setTimeout() {}, destroySoon }) as unknown as Socket;
  const { request, response } = exchangeOn(
    given,
    `POST /wh/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const answered = new Promise<string>((resolve) => {
    response.onceSent(() => resolve(Buffer.concat(taken).toString()));
  });
  const sendBody = () => given.emit('data', Buffer.from(body));
  return { request, response, answered, socket, sendBody };
}
