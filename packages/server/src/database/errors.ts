import type { ThreadError } from '../threads/messages.ts';

/** The store cannot take or give anything right now (disk full, thread or connection lost). Answered 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The store has reached HOOKWELL_MAX_STORE_BYTES, or its disk is nearly full. Answered 507. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** A row with the same unique value exists already. Statements of `store.db` throw it on both databases. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation';
}

/** The transaction ran into another one and was rolled back: it may well succeed if it is run again. */
export class TransactionConflict extends StoreUnavailable {
  override name = 'TransactionConflict';
}

/** Whoever asked for a change may not make it any more: the message names the row that has ended. Nothing was changed. */
export class CallerEnded extends Error {
  override name = 'CallerEnded';
}

/** The database could not be opened or backed up; the message is one line that an operator can act on. */
export class CannotOpenStore extends Error {
  override name = 'CannotOpenStore';
}

const byName: Readonly<Record<string, new (message: string) => Error>> = {
  NotAnswered: StoreUnavailable,
  StoreUnavailable,
  TransactionConflict,
  UniqueViolation,
  CallerEnded,
  CannotOpenStore,
};

/** An error of a thread of the store, as the event loop knows it: classes do not cross between threads. */
export function failureOfStore({ name, message }: ThreadError): Error {
  const Class = byName[name] ?? Error;
  return new Class(message);
}
