import { Socket } from 'node:net';
import { Connection } from '../src/connections/connection.ts';
import type { HttpRequest, HttpResponse } from '../src/connections/exchange.ts';
import { defaultClientTimes } from '../src/connections/http-server.ts';

/** A request that comes on a connection, without a network: its bytes are given to the socket by `emit`. */
export function exchangeOn(
  socket = new Socket(),
  text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
): { request: HttpRequest; response: HttpResponse; connection: Connection } {
  let came: { request: HttpRequest; response: HttpResponse } | undefined;
  const connection = new Connection(socket, {
    handler: (request, response) => {
      came = { request, response };
    },
    maxBodyBytes: Number.POSITIVE_INFINITY,
    times: defaultClientTimes,
    refused: () => {},
    ended: () => {},
    keeps: () => true,
  });
  socket.emit('data', Buffer.from(text, 'latin1'));
  if (came === undefined) throw new Error('Not a whole head');
  return { ...came, connection };
}
