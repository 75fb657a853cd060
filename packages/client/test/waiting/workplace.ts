import { eventually } from '../../../server/test/eventually.ts';
import { send, startServer, type TestServer } from '../../../server/test/start-server.ts';
import type { HookwellClient, TemporaryEndpoint } from '../../src/index.ts';
import { visitAsGuest } from '../visitor-client.ts';
import { type Line, startLine } from './line.ts';

/** A server, a line to it that can fail, and an endpoint to wait at over that line. `await using` ends all but a server that was there. */
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

export async function startWorkplace(shared?: TestServer): Promise<Workplace> {
  const server = shared ?? (await startServer());
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
    streaming: (count = 1) => streamsAreOpen(server, count),
    [Symbol.asyncDispose]: async () => {
      await line[Symbol.asyncDispose]();
      // Those of one test are none of the next.
      if (shared !== undefined) return await streamsAreOpen(shared, 0);
      await server[Symbol.asyncDispose]();
    },
  };
}

async function streamsAreOpen(server: TestServer, count: number): Promise<void> {
  await eventually(
    async () => (await server.metrics.openStreams.get()).values[0]?.value ?? 0,
    (open) => open === count,
  );
}
