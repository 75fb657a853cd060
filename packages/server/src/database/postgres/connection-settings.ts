import type { ClientConfig } from 'pg';

// Every wait is bounded, in milliseconds.
const connectTimeout = 5_000;
const statementTimeout = 10_000;
const lockTimeout = 4_000;
/** A transaction whose node went away keeps its locks no longer than this: whoever waits for them gets them in time. */
const idleTransactionTimeout = lockTimeout - 1_000;
/** Longer than the server's own limit: counts only where the server is not heard of any more. */
const answerTimeout = statementTimeout + 2_000;

const INT8 = 20;
const BYTEA = 17;

type Parse = (text: string) => unknown;

/** Values come as text; only these types are used beside text, int4 and their arrays. */
const types = {
  getTypeParser(oid: number): Parse {
    switch (oid) {
      case INT8:
      case 23:
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

/** What all connections to the database have in common. `name` shows in `pg_stat_activity`. */
export function connectionSettings(url: string, name: string): ClientConfig {
  return {
    connectionString: url,
    application_name: `hookwell ${name}`,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTransactionTimeout,
    query_timeout: answerTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // pg's type asks for an overload a format; text is the only one it speaks.
    types: types as NonNullable<ClientConfig['types']>,
  };
}
