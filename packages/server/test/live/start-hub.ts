import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { parseConfig } from '../../src/config.ts';
import { createToken } from '../../src/connections/request-target.ts';
import type { Credential } from '../../src/http/caller.ts';
import { type EventRendering, slicesOfLight } from '../../src/live/event-rendering.ts';
import { type EventView, type RenderEvent, shareRenderings } from '../../src/live/events.ts';
import { type HubOptions, LiveHub } from '../../src/live/hub.ts';
import { createMetrics, type Metrics } from '../../src/metrics.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { fairParts } from '../fair-parts.ts';
import { freshDatabase } from '../fresh-database.ts';
import { noSecrets } from '../no-secrets.ts';
import { newCapture, renderAtOnce } from './new-capture.ts';
import { openStream, type StreamClient } from './stream-client.ts';

interface StreamSpec {
  after?: number;
  view?: EventView;
  credential?: Credential;
}

/** A hub on a real store behind a bare HTTP server: the test does the work of the route. */
export interface TestHub extends AsyncDisposable {
  hub: LiveHub;
  store: Store;
  metrics: Metrics;
  /** The responses of the streams, in the order in which they were opened. */
  responses: ServerResponse[];
  open(scope: Scope, spec?: StreamSpec): Promise<StreamClient>;
  /** An account with one endpoint. */
  account(): Promise<Required<Scope>>;
  endpoint(accountId: number): Promise<number>;
  capture(scope: Required<Scope>, body?: string | Buffer, headers?: string[]): Promise<number>;
}

export async function startHub(
  options: HubOptions & {
    render?: RenderEvent;
    open?: EventRendering['open'];
    clock?: () => number;
  } = {},
): Promise<TestHub> {
  const database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: database.url, log, role: 'server' });
  const metrics = createMetrics();
  const clock = options.clock ?? Date.now;
  const addresses = { base: '', receiveBase: '' };
  const parts = {
    config: parseConfig({}),
    store,
    secrets: noSecrets,
    clock,
    log,
    metrics,
    addresses,
    ...fairParts(),
  };
  // Most tests open streams without a credential: only those that ask for it have credentials checked.
  const rendering: EventRendering = {
    render: shareRenderings(options.render ?? renderAtOnce),
    open:
      options.open ??
      ((accountId, { id }, view, { maxBytes }) =>
        slicesOfLight(
          () => store.captures.readOne(accountId, id),
          (found) => renderAtOnce(found, view),
          maxBytes,
        )),
  };
  const hub = new LiveHub(
    parts,
    // No stream here has a match.
    { rendering, findMatches: () => Promise.reject(new Error('no stream here has a match')) },
    {
      checkMs: 1e9,
      ...options,
    },
  );
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const {
      scope,
      after = 0,
      view = 'event',
      credential = { kind: 'key', id: 0 },
    } = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? ''));
    responses.push(response.on('error', () => {}));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    hub.open(response, { scope, after, view, credential });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;

  async function endpoint(accountId: number): Promise<number> {
    const { id } = await store.db
      .insertInto('endpoint')
      .values({
        account_id: accountId,
        token: createToken(),
        badge_name: null,
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    hub,
    store,
    metrics,
    responses,
    endpoint,
    open: (scope, spec = {}) =>
      openStream(
        `http://127.0.0.1:${port}/${encodeURIComponent(JSON.stringify({ scope, ...spec }))}`,
      ),
    async account() {
      const { id } = await store.db
        .insertInto('account')
        .values({
          email: null,
          email_key: null,
          password_hash: null,
          plan: 'plus',
          status: 'active',
          created_at: clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { accountId: id, endpointId: await endpoint(id) };
    },
    async capture({ endpointId }, body = '', headers = []) {
      const appended = await store.captures.append(newCapture(endpointId, body, headers));
      if (appended === undefined) throw new Error('the endpoint is gone');
      return appended.id;
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
