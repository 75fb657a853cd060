import { eventually } from '../../../server/test/eventually.ts';
import { send, startServer, type TestServer } from '../../../server/test/start-server.ts';
import type { HookwellClient, TemporaryEndpoint } from '../../src/index.ts';
import { visitAsGuest } from '../visitor-client.ts';
import { type Line, startLine } from './line.ts';

/** A server, a line to it that can fail, and an endpoint to wait at over that line. `await using` ends all. */
export interface Workplace extends AsyncDisposable {
  server: TestServer;
  line: Line;
  client: HookwellClient;
  endpoint: TemporaryEndpoint;
  /** Sends the endpoint a JSON body, past the line; gives the captured request's id. */
  send(body: unknown, path?: string): Promise<number>;
  /** Resolves once this number of live streams is open. */
  streaming(count?: number): Promise<void>;
}

export async function startWorkplace(): Promise<Workplace> {
  const server = await startServer();
  const line = await startLine(server);
  const client = await visitAsGuest(line);
  const endpoint = await client.temporaryEndpoint();
  return {
    server,
    line,
    client,
    endpoint,
    send: async (body, path = '') => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body), path };
      return (await send(server, endpoint.token, init)).id;
    },
    streaming: async (count = 1) => {
      await eventually(
        async () => (await server.metrics.openStreams.get()).values[0]?.value,
        (open) => open === count,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await line[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The time that a promise takes to settle, in milliseconds. */
export async function timeOf(promise: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await promise.catch(() => {});
  return performance.now() - started;
}
