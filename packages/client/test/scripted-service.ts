import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives the answer to a request. The number counts the requests before it. */
export type Script = (
  request: IncomingMessage,
  response: ServerResponse,
  before: number,
) => void | Promise<void>;

/** An HTTP server that follows a script. `await using` ends it. */
export interface ScriptedService extends AsyncDisposable {
  url: string;
  /** Method and target of each request so far. */
  requests: string[];
}

export async function startScripted(script: Script): Promise<ScriptedService> {
  const requests: string[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    const before = requests.push(`${request.method} ${request.url}`) - 1;
    request.resume();
    Promise.resolve(script(request, response, before)).catch((error) => failures.push(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Answers with JSON, in one piece. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
