import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { StoreUnavailable } from '../errors.ts';

// Every wait is bounded.
const connectTimeoutMs = 5000;
const statementTimeoutMs = 10_000;
const lockTimeoutMs = 4000;
/** A transaction of a node that went away loses its locks before the transactions that wait for them give up. */
const idleTransactionTimeoutMs = lockTimeoutMs - 1000;
/** Longer than the limit that the server keeps: it counts only if the server is not heard of any more. */
const answerTimeoutMs = statementTimeoutMs + 2000;

/** Types by their ids in `pg_type`. */
export const typeIds = { bytea: 17, int8: 20, int4: 23 } as const;

type Parse = (text: string) => unknown;

/** Values come as text; only these types are used beside text, int4 and their arrays. */
const types = {
  getTypeParser(oid: number): Parse {
    switch (oid) {
      case typeIds.int8:
      case typeIds.int4:
        return Number;
      case typeIds.bytea:
        return bytesOf;
      default:
        return (text) => text;
    }
  },
};

/** `\x` and two hex digits a byte. */
function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}

/** The settings of a session: `own` ones beside those of every session. */
export function sessionOptions(own: Readonly<Record<string, string>> = {}): string {
  const options = {
    // A capture that is answered 200 was flushed, with any default of the server.
    synchronous_commit: 'on',
    // A machine that vanished without a word holds its locks for a minute at most.
    tcp_keepalives_idle: '30',
    tcp_keepalives_interval: '10',
    tcp_keepalives_count: '3',
    ...own,
  };
  return Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The settings that all connections to the database share. `name` shows in `pg_stat_activity`. */
export function connectionSettings(url: string, name: string, sockets?: Sockets): ClientConfig {
  return {
    connectionString: url,
    application_name: `hookwell ${name}`,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    query_timeout: answerTimeoutMs,
    options: sessionOptions(),
    ...(sockets && { stream: sockets.create }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The type of `pg` asks for an overload for each format; text is the only one it speaks.
    types: types as NonNullable<ClientConfig['types']>,
  };
}

/** The time in which the server may answer a goodbye. */
const goodbyeMs = 500;

/** Ends a connection in order, or cuts it if the server does not answer any more. Does not reject. */
export async function endConnection(client: Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end().catch(() => undefined);
  clearTimeout(cut);
}

/** The URL of a database in a sentence: without user and password, and without options, which may hold one too. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*/, '');
}

/** The sockets of a store's connections, so that all of them can be cut when nothing else helps. */
export class Sockets {
  readonly #open = new Set<Socket>();
  isCut = false;

  /** For `pg`, which connects it. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.isCut) socket.destroy();
    return socket;
  };

  /** Cuts all connections: questions under way are rejected, and no new connection is made. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.#open) socket.destroy();
  }
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A connection that knows whether its server is a standby: PostgreSQL reports it by itself, from version 14 on. */
export class ReportingClient extends Client {
  #isOnStandby = false;

  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isOnStandby = parameterValue === 'on';
    });
  }

  get isOnStandby(): boolean {
    return this.#isOnStandby;
  }
}

/** Whether a connection is known to lead to a standby. */
export function isOnStandby(client: ClientBase): boolean {
  return client instanceof ReportingClient && client.isOnStandby;
}

/** A standby is as good as away: what it has may be out of date, and the primary may soon be at its address. */
export function standbyAtAddress(): StoreUnavailable {
  return new StoreUnavailable('PostgreSQL is a standby at this address, which takes no writes');
}
