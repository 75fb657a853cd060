import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request as Node hands it over, without a network, and the text that its sender gets. */
export function exchange(token: string, body: string) {
  const taken: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      taken.push(piece);
      done();
    },
  });
  // Requests and answers use of a socket what any duplex stream has.
  const request = new IncomingMessage(socket as Socket);
  request.method = 'POST';
  request.url = `/wh/${token}`;
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.rawHeaders = ['Host', 'x', 'Content-Length', String(body.length)];
  const response = new ServerResponse(request);
  // See above.
  response.assignSocket(socket as Socket);
  const answered = new Promise<string>((resolve) => {
    response.on('finish', () => resolve(Buffer.concat(taken).toString()));
  });
  return { request, response, answered, socket };
}
