import type { Socket } from 'node:net';

/** A script of one connection that answers each request 200 and keeps what was written of it, one character for each byte. */
export function keepingIn(requests: string[]): (socket: Socket, piece: string) => void {
  let arrived = '';
  return (socket, piece) => {
    arrived += piece;
    const end = arrived.indexOf('\r\n\r\n');
    const length = Number(/^content-length: (\d+)\r$/im.exec(arrived.slice(0, end + 1))?.[1] ?? 0);
    if (end === -1 || arrived.length < end + 4 + length) return;
    requests.push(arrived);
    arrived = '';
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  };
}

/** Method and target of a request as it was written. */
export function requestLineOf(request: string): string {
  return request.slice(0, request.indexOf(' HTTP/1.1\r\n'));
}
