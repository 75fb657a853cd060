import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlanName } from '@hookwell/core/api';
import { type Logger, pino } from 'pino';
import { register } from '../src/accounts/begin-session.ts';
import { type PasswordCost, Passwords } from '../src/accounts/passwords.ts';
import { createApp } from '../src/app.ts';
import { type Config, type Environment, parseConfig } from '../src/config.ts';
import type { ClientTimes } from '../src/connections/connection.ts';
import { createMetrics, type Metrics } from '../src/metrics.ts';
import type { Clock } from '../src/parts.ts';
import type { OverflowBounds } from '../src/retention/overflow.ts';
import { type EncryptedSecrets, openSecrets } from '../src/secrets/encrypted-secrets.ts';
import { openStore } from '../src/store/open-store.ts';
import type { DiskBounds } from '../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../src/store/store.ts';
import { freshDatabase } from './fresh-database.ts';
import { testSecretsKey } from './secrets-key.ts';

export interface ServerOptions {
  /** Settings beside those of every test: a free port, a fresh database, no attempt limit. */
  environment?: Environment;
  /** Milliseconds since 1970. */
  clock?: Clock;
  times?: ClientTimes;
  heartbeatMs?: number;
  streamCheckMs?: number;
  overflowBounds?: OverflowBounds;
  /** The test may change it. */
  diskBounds?: DiskBounds;
  /** Hashes of passwords cost what they cost in service. Without it they cost next to nothing. */
  realPasswords?: boolean;
  /** Makes the server one of several nodes on this database, which stays when the server ends. */
  databaseUrl?: string;
  /** The folder with the dashboard's builds. Without one there is no dashboard: to read it takes a tenth of a start. */
  dashboard?: string;
  /** The folder with the packed command's builds. Without one there is none to hand out. */
  command?: string;
}

/** A real server on a free loopback port, with a real database. `await using` ends it. */
export interface TestServer extends AsyncDisposable {
  url: string;
  store: Store;
  secrets: EncryptedSecrets;
  metrics: Metrics;
  /** Everything logged so far, one JSON text a line. */
  logLines: string[];
  config: Config;
  clock: Clock;
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = options.databaseUrl === undefined ? await freshDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url;
  const config = parseConfig({
    HOOKWELL_PORT: '0',
    HOOKWELL_AUTH_RATE_LIMIT: '0',
    // Most tests want the smallest plan: that of an instance that sells plans.
    HOOKWELL_SIGNUP_PLAN: 'free',
    HOOKWELL_DATABASE_URL: databaseUrl,
    // On SQLite there is a key file.
    ...(databaseUrl?.startsWith('postgres') ? { HOOKWELL_SECRETS_KEY: testSecretsKey } : {}),
    ...options.environment,
  });
  const { log, lines } = memoryLog();
  const metrics = createMetrics();
  const store = await openStore({
    url: config.databaseUrl,
    ...(config.maxStoreBytes === undefined ? {} : { maxStoreBytes: config.maxStoreBytes }),
    log,
    metrics,
    role: 'server',
    ...(options.diskBounds === undefined ? {} : { diskBounds: options.diskBounds }),
  });
  const { times, heartbeatMs, streamCheckMs, overflowBounds } = options;
  const { dashboard, command } = options;
  const clock = options.clock ?? Date.now;
  const secrets = openSecrets(config, log);
  const app = await createApp(config, {
    store,
    secrets,
    log,
    metrics,
    clock,
    ...(times === undefined ? {} : { times }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(streamCheckMs === undefined ? {} : { streamCheckMs }),
    ...(overflowBounds === undefined ? {} : { overflowBounds }),
    ...(options.realPasswords ? {} : { passwordCost: quickHash }),
    dashboard: folderAddress(dashboard),
    command: folderAddress(command),
  });
  const { port } = await app.listen();
  return {
    url: `http://127.0.0.1:${port}`,
    store,
    secrets,
    metrics,
    logLines: lines,
    config,
    clock,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

/** Of a folder with builds; without a name, of one that is not there. */
function folderAddress(folder = join(import.meta.dirname, 'no-builds')): URL {
  return pathToFileURL(`${folder}/`);
}

function memoryLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return { log: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }), lines };
}

/** The credential of one browser or program: a cookie, an API key, or none. */
export class Visitor {
  readonly server: Pick<TestServer, 'url'>;
  cookie: string | undefined;
  key: string | undefined;

  constructor(
    server: Pick<TestServer, 'url'>,
    credentials: { cookie?: string; key?: string } = {},
  ) {
    this.server = server;
    this.cookie = credentials.cookie;
    this.key = credentials.key;
  }

  /** Calls the API with this visitor's credential and keeps the cookie that comes back. */
  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.server.url}${path}`, {
      method,
      headers: {
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const given = response.headers.getSetCookie()[0]?.split(';')[0];
    if (given !== undefined) this.cookie = given;
    return response;
  }

  /** Like `call`, for answers that must have this status; gives the parsed body (`undefined` for a 204). */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer has
  async ask(status: number, method: string, path: string, body?: unknown): Promise<any> {
    const response = await this.call(method, path, body);
    const text = await response.text();
    if (response.status !== status) {
      throw new Error(`${method} ${path} answered ${response.status}, not ${status}: ${text}`);
    }
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Creates an endpoint and gives its token. */
  async endpoint(): Promise<string> {
    return (await this.ask(201, 'POST', '/api/endpoints')).token;
  }
}

export async function startGuest(server: Pick<TestServer, 'url'>): Promise<Visitor> {
  const visitor = new Visitor(server);
  await visitor.ask(201, 'POST', '/api/auth/guest');
  return visitor;
}

let registrations = 0;

export const password = 'correct horse battery';

/** The least that argon2 takes: a real hash takes ten times as long as the rest of a registration. */
const quickHash: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

/** A registered account with a session, on the given plan. It is made without HTTP. */
export async function startAccount(
  server: TestServer,
  plan: PlanName = 'free',
): Promise<Visitor & { id: number }> {
  const { store, config, clock } = server;
  passwordHash ??= new Passwords(quickHash).hash(password);
  registrations += 1;
  const email = `visitor-${registrations}@example.com`;
  const registration = { email, plan, passwordHash: await passwordHash };
  const { account, value } = await register(store.db, config, registration, undefined, clock());
  const prefix = config.baseUrl?.startsWith('https:') ? '__Host-' : '';
  const visitor = new Visitor(server, { cookie: `${prefix}hookwell_session=${value}` });
  return Object.assign(visitor, { id: account.id });
}

/** The same account by an API key; its plan must allow keys. */
export async function withKey(visitor: Visitor): Promise<Visitor> {
  const { secret } = await visitor.ask(201, 'POST', '/api/keys', { name: 'test' });
  return new Visitor(visitor.server, { key: secret });
}

/** Sends a webhook; gives the acknowledgement. */
export async function send(
  server: Pick<TestServer, 'url'>,
  token: string,
  init: RequestInit & { path?: string } = { method: 'POST' },
): Promise<{ status: number; id: number; text: string }> {
  const { path = '', ...rest } = init;
  const response = await fetch(`${server.url}/wh/${token}${path}`, rest);
  const text = await response.text();
  const id: unknown = text.startsWith('{') ? JSON.parse(text).id : undefined;
  return { status: response.status, id: typeof id === 'number' ? id : 0, text };
}
