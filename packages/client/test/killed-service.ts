import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../server/test/eventually.ts';
import { freshDatabase } from '../../server/test/fresh-database.ts';
import { freePort } from '../../server/test/postgres/free-port.ts';
import { type ServerProcess, startProcess } from '../../server/test/server-process.ts';
import { Visitor, withKey } from '../../server/test/start-server.ts';

/** The limits are so high that nothing is removed meanwhile. */
const environment = {
  HOOKWELL_SIGNUP_PLAN: 'plus',
  HOOKWELL_PLANS: '{"plus":{"requestsPerEndpoint":1000000,"bytes":1000000000000}}',
  HOOKWELL_LOG_LEVEL: 'error',
};

/** The connections that send at once, and the milliseconds between two requests of each. */
const senders = 4;
const rest = 40;

/** A real service at one address that is killed and started again while it captures. `await using` ends it. */
export interface KilledService extends AsyncDisposable {
  url: string;
  /** The receiving endpoint, and the key of its account. */
  token: string;
  key: string;
  /** Begins to send, even while the service is away. */
  send(): void;
  /** Sends SIGKILL and starts the service again. */
  kill(): Promise<void>;
  /** Stops sending; gives the bodies that were answered with 200, by id. */
  acknowledged(): Promise<Map<number, string>>;
  /** The ids of all stored requests, in their order. */
  storedIds(): Promise<number[]>;
}

export async function startKilledService(): Promise<KilledService> {
  const resources = new AsyncDisposableStack();
  const database = resources.use(await freshDatabase());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = (): Promise<ServerProcess> =>
    startProcess({
      databaseUrl: database.url,
      environment: { ...environment, HOOKWELL_PORT: String(port) },
    });
  let server = await start();
  resources.defer(() => server[Symbol.asyncDispose]());
  const account = new Visitor({ url });
  const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
  await account.ask(201, 'POST', '/api/auth/register', credentials);
  const reader = await withKey(account);
  const token = await reader.endpoint();

  const answered = new Map<number, string>();
  let isSending = true;
  const sender = async (): Promise<void> => {
    while (isSending) {
      const body = randomBytes(randomInt(1, 500)).toString('base64');
      try {
        const response = await fetch(`${url}/wh/${token}`, { method: 'POST', body });
        const { id } = JSON.parse(await response.text());
        if (response.status === 200) answered.set(id, body);
      } catch {
        // The service is away; the list shows later whether it has stored this request.
      }
      await pause(rest);
    }
  };
  const sending: Promise<void>[] = [];
  resources.defer(async () => {
    isSending = false;
    await Promise.all(sending);
  });
  return {
    url,
    token,
    key: reader.key ?? '',
    send: () => sending.push(...Array.from({ length: senders }, sender)),
    kill: async () => {
      await server.end('SIGKILL');
      server = await start();
    },
    acknowledged: async () => {
      isSending = false;
      await Promise.all(sending);
      return answered;
    },
    storedIds: async () => {
      const path = `/api/requests/endpoint/${token}?view=summary&limit=1000`;
      const ids: number[] = [];
      for (let before = ''; ; before = `&before=${ids.at(-1)}`) {
        const page: { id: number }[] = await reader.ask(200, 'GET', path + before);
        if (page.length === 0) return ids.reverse();
        ids.push(...page.map(({ id }) => id));
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * Kills the service this number of times while it captures, at any moment; every fourth time only after its readers
 * have connected again.
 * @param progress gives the number of captured requests that each reader has so far
 */
export async function killAgainAndAgain(
  service: KilledService,
  times: number,
  progress: () => number,
): Promise<void> {
  for (let kill = 0; kill < times; kill++) {
    const before = progress();
    if (kill % 4 === 0) await eventually(() => progress() > before);
    await pause(randomInt(800));
    await service.kill();
  }
}
