import type { Random } from '../../../../server/test/random.ts';
import type { Operation, Read, Seen, Send, Stream } from '../../../src/history/operation.ts';
import type { Anomaly } from '../../../src/judgement/judge.ts';

/** Spoils a sound history by chance, if it has what that takes: gives the spoilt one. */
export interface Corruption {
  text: string;
  /** One of these must be named. */
  anomalies: readonly Anomaly[];
  corrupt(operations: readonly Operation[], random: Random): Operation[] | undefined;
}

export type Shower = Read | Stream;

/** A place in a history at which something is shown. */
export interface Showing {
  operation: Shower;
  index: number;
  seen: Seen;
}

export function sendsOf(operations: readonly Operation[]): Send[] {
  return operations.filter((operation) => operation.kind === 'send');
}

export function seenIn(operation: Shower): Seen[] {
  return operation.kind === 'read'
    ? [...operation.captures]
    : operation.events.map(({ seen }) => seen);
}

export function showings(operations: readonly Operation[]): Showing[] {
  return operations.flatMap((operation) =>
    operation.kind === 'read' || operation.kind === 'stream'
      ? seenIn(operation).map((seen, index) => ({ operation, index, seen }))
      : [],
  );
}

/** The history with one operation in the place of another. */
export function replace(
  operations: readonly Operation[],
  old: Operation,
  replacement: Operation,
): Operation[] {
  return operations.map((operation) => (operation === old ? replacement : operation));
}

/** A read or a stream that shows others instead of those it has. */
export function withSeen(operation: Shower, change: (seen: Seen) => Seen | undefined): Shower {
  if (operation.kind === 'read') {
    const captures = operation.captures.map(change).filter((seen) => seen !== undefined);
    return { ...operation, captures };
  }
  const events = operation.events.flatMap(({ at, seen }) => {
    const changed = change(seen);
    return changed === undefined ? [] : [{ at, seen: changed }];
  });
  return { ...operation, events };
}

/** The history with another capture at this one place. */
export function withShowing(
  operations: readonly Operation[],
  { operation, seen }: Showing,
  change: Partial<Seen> | undefined,
): Operation[] {
  const changed = withSeen(operation, (other) =>
    other !== seen ? other : change === undefined ? undefined : { ...seen, ...change },
  );
  return replace(operations, operation, changed);
}

/** The history with other captures in the place of all those of an id. */
export function withAllOf(
  operations: readonly Operation[],
  id: number,
  change: (seen: Seen) => Seen | undefined,
): Operation[] {
  return operations.map((operation) =>
    operation.kind === 'read' || operation.kind === 'stream'
      ? withSeen(operation, (seen) => (seen.id === id ? change(seen) : seen))
      : operation,
  );
}

/** Whether nothing in the whole history may have removed the captures of an endpoint. */
export function isUntouched(
  operations: readonly Operation[],
  endpoint: number,
  id: number,
): boolean {
  const made = operations.find((other) => other.kind === 'made' && other.endpoint === endpoint);
  const account = made?.kind === 'made' ? made.account : -1;
  return !operations.some((operation) => {
    if (operation.kind === 'remove') return operation.id === id;
    if (operation.kind === 'deletion') return operation.endpoint === endpoint;
    if (operation.kind !== 'clear') return false;
    return operation.account === account && (operation.endpoint ?? endpoint) === endpoint;
  });
}
