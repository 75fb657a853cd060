import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that came in at the target. */
export interface Arrival {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  /** The port of the sender: the same for requests over one connection. */
  port: number;
}

/** A local server that keeps its requests. `await using` ends it. */
export interface TargetServer extends AsyncDisposable {
  url: string;
  arrivals: Arrival[];
}

export type Answer = (
  arrival: Arrival,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

/** @param answer 200 if it is missing */
export async function startTarget(
  answer: Answer = (_arrival, response) => void response.end(),
  listenPort = 0,
): Promise<TargetServer> {
  const arrivals: Arrival[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const arrival = await arrivalOf(request);
        arrivals.push(arrival);
        await answer(arrival, response, request);
      } catch (error) {
        failures.push(error);
      }
    })();
  });
  server.listen(listenPort, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function arrivalOf(request: IncomingMessage): Promise<Arrival> {
  const { method = '', url = '', rawHeaders, socket } = request;
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const port = socket.remotePort ?? 0;
  return {
    method,
    target: url,
    headers: names.map((name, index) => [name, rawHeaders[index * 2 + 1] ?? '']),
    body: await buffer(request),
    port,
  };
}
