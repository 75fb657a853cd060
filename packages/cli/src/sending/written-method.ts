import type { ClientRequest } from 'node:http';

/** Node writes all letters of a method in capitals, and with `HEAD` and `CONNECT` it expects other answers. */
const standIn = 'GET';

/** The method to give to Node's client: the same one, or for one with small letters another, which `writeMethod` replaces. */
export function methodForNode(method: string): string {
  return method === method.toUpperCase() ? method : standIn;
}

/** Has a request that was opened with `methodForNode` written with its own method, which begins what is written first. */
export function writeMethod(request: ClientRequest, method: string): void {
  if (methodForNode(method) === method) return;
  request.once('socket', (socket) => {
    const { write } = socket;
    socket.write = (head: unknown, ...rest: unknown[]): boolean => {
      socket.write = write;
      if (typeof head === 'string' && head.startsWith(`${standIn} `)) {
        const written = method + head.slice(standIn.length);
        return Reflect.apply(write, socket, [written, ...rest]);
      }
      socket.destroy(new Error('its method cannot be sent'));
      return false;
    };
  });
}
