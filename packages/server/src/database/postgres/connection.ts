import type { ClientConfig } from 'pg';
import type { Sockets } from './sockets.ts';

// Every wait is bounded, in milliseconds.
const connectTimeout = 5_000;
const statementTimeout = 10_000;
const lockTimeout = 4_000;
/** A transaction whose node went away keeps its locks no longer than this: whoever waits for them gets them in time. */
const idleTransactionTimeout = lockTimeout - 1_000;
/** Longer than the server's own limit: counts only where the server is not heard of any more. */
const answerTimeout = statementTimeout + 2_000;

const INT8 = 20;
const INT4 = 23;
const BYTEA = 17;

type Parse = (text: string) => unknown;

/** Values come as text; only these types are used beside text, int4 and their arrays. */
const types = {
  getTypeParser(oid: number): Parse {
    switch (oid) {
      case INT8:
      case INT4:
        return Number;
      case BYTEA:
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

/** What the server is told for a session, beside what is the same for all. */
export function sessionOptions(own: Readonly<Record<string, string>> = {}): string {
  const options = {
    // Whatever the server's default is: who is answered 200 was flushed.
    synchronous_commit: 'on',
    // A machine that vanished without a word holds its locks no longer than a minute.
    tcp_keepalives_idle: '30',
    tcp_keepalives_interval: '10',
    tcp_keepalives_count: '3',
    ...own,
  };
  return Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** What all connections to the database have in common. `name` shows in `pg_stat_activity`. */
export function connectionSettings(url: string, name: string, sockets?: Sockets): ClientConfig {
  return {
    connectionString: url,
    application_name: `hookwell ${name}`,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTransactionTimeout,
    query_timeout: answerTimeout,
    options: sessionOptions(),
    ...(sockets && { stream: sockets.create }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // pg's type asks for an overload a format; text is the only one it speaks.
    types: types as NonNullable<ClientConfig['types']>,
  };
}
