import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { StoreUnavailable, TransactionConflict, UniqueViolation } from '../errors.ts';

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

// SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505';

/** Other transactions were in the way; this one was rolled back, and may well succeed when it is run again. */
const conflicts = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '23503', // foreign_key_violation: a row was to refer to another that has just been deleted
]);

/** By class or code: faults of the server or its surroundings, not of the statement. */
const faultsOfSurroundings = [
  '08', // connection exception
  '25006', // read_only_sql_transaction: a former primary, now a standby
  '25P03', // idle_in_transaction_session_timeout
  '28', // invalid authorization: while it runs, somebody is changing passwords
  '3D000', // invalid_catalog_name: the database is gone
  '42501', // insufficient_privilege: somebody is changing rights
  '42P01', // undefined_table: an empty database has taken the place of ours
  '53', // insufficient resources: disk full, out of memory, too many connections
  '55P03', // lock_not_available
  '57', // operator intervention: shut down, starting up, statement timed out
  '58', // system error
  'XX', // internal error, data corrupted
];

/** The error of the store for an error of `pg`. */
export function storeError(error: unknown): Error {
  if (error instanceof StoreUnavailable) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (!(cause instanceof DatabaseError)) {
    // An error without an SQLSTATE is about the connection: refused, cut, timed out.
    return new StoreUnavailable(`PostgreSQL cannot be reached: ${sentenceOf(cause)}`, { cause });
  }
  const code = cause.code ?? '';
  if (code === uniqueViolation) return new UniqueViolation(cause.message, { cause });
  if (conflicts.has(code)) return new TransactionConflict(cause.message, { cause });
  if (faultsOfSurroundings.some((start) => code.startsWith(start))) {
    return new StoreUnavailable(`PostgreSQL: ${cause.message}`, { cause });
  }
  return cause;
}

/** If a host has several addresses, each of them has failed, and the whole has no sentence of its own. */
function sentenceOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : error.name);
}

/** Whether the connection that gave this error must not be used again. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  // A standby takes no writes for as long as it is one: the primary may be reached by a new connection.
  return error.code === '25006' || error.severity === 'FATAL' || error.severity === 'PANIC';
}
