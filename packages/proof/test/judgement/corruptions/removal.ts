import type { Operation, Send } from '../../../src/history/operation.ts';
import { type Corruption, replace, type Shower, sendsOf, showings } from './corruption.ts';
import { accountOf, acknowledged } from './storage.ts';

/** Acknowledged captures that a removal has certainly taken, each with the time of its acknowledgement. */
function removedOf(
  operations: readonly Operation[],
): { send: Send & { id: number }; by: number }[] {
  return operations.flatMap((operation) => {
    const { kind } = operation;
    if (kind !== 'clear' && kind !== 'remove' && kind !== 'deletion') return [];
    if (operation.outcome !== 'done') return [];
    const isTaken = ({ id, endpoint, ended }: Send & { id: number }) => {
      if (kind === 'remove') return id === operation.id;
      if (kind === 'deletion') return endpoint === operation.endpoint;
      const isOfScope =
        accountOf(operations, endpoint) === operation.account &&
        (operation.endpoint ?? endpoint) === endpoint;
      return isOfScope && ended < operation.began && id <= (operation.through ?? id);
    };
    return acknowledged(operations)
      .filter(isTaken)
      .map((send) => ({ send, by: operation.ended }));
  });
}

/** The history with a capture in a list or stream that does not have it. */
function shownBy(
  operations: readonly Operation[],
  shower: Shower,
  { id, endpoint, mark, hash }: Send & { id: number },
) {
  const seen = { id, endpoint, mark, hash };
  if (shower.kind === 'read') {
    const captures = [...shower.captures, seen].sort((a, b) => b.id - a.id);
    return replace(operations, shower, { ...shower, captures });
  }
  const events = [...shower.events, { at: shower.ended, seen }].sort(
    (a, b) => a.seen.id - b.seen.id,
  );
  return replace(operations, shower, { ...shower, events });
}

function shownAgain(kind: Shower['kind']): Corruption['corrupt'] {
  return (operations, random) => {
    const showers = operations
      .filter((operation) => operation.kind === 'read' || operation.kind === 'stream')
      .filter((shower) => shower.kind === kind && shower.outcome === 'done');
    const candidates = removedOf(operations).flatMap(({ send, by }) => {
      const account = accountOf(operations, send.endpoint);
      const isLater = (shower: Shower) =>
        shower.began > by &&
        shower.account === account &&
        (shower.endpoint ?? send.endpoint) === send.endpoint;
      return showers.filter(isLater).map((shower) => ({ send, shower }));
    });
    const chosen = random.pick(candidates);
    return chosen && shownBy(operations, chosen.shower, chosen.send);
  };
}

/** What was removed, and endpoints that are gone. */
export const ofRemoval: readonly Corruption[] = [
  {
    text: 'a read shows what was removed',
    anomalies: ['shown-after-removal'],
    corrupt: shownAgain('read'),
  },
  {
    text: 'a stream shows what was removed before it began',
    anomalies: ['stream-showed-cleared'],
    corrupt: shownAgain('stream'),
  },
  {
    text: 'one is removed twice',
    anomalies: ['shown-after-removal'],
    corrupt: (operations, random) => {
      const known = new Set(acknowledged(operations).map(({ id }) => id));
      const remove = random.pick(
        operations
          .filter((operation) => operation.kind === 'remove')
          .filter(({ id, outcome }) => outcome === 'done' && known.has(id)),
      );
      if (remove === undefined) return undefined;
      return [...operations, { ...remove, began: remove.ended + 1, ended: remove.ended + 2 }];
    },
  },
  {
    text: 'a deleted endpoint stores a webhook',
    anomalies: ['accepted-after-deletion'],
    corrupt: (operations, random) => {
      const send = random.pick(
        sendsOf(operations).filter(({ endpoint, outcome, began }) => {
          const isDeleted = operations.some(
            (operation) =>
              operation.kind === 'deletion' &&
              operation.endpoint === endpoint &&
              operation.outcome === 'done' &&
              operation.ended < began,
          );
          return isDeleted && outcome !== 'stored';
        }),
      );
      return (
        send &&
        replace(operations, send, { ...send, outcome: 'stored', status: 200, id: 1_000_000 })
      );
    },
  },
  {
    text: 'a webhook is refused though its endpoint is there',
    anomalies: ['refused-while-there'],
    corrupt: (operations, random) => {
      const shown = new Set(showings(operations).map(({ seen }) => seen.mark));
      const send = random.pick(
        sendsOf(operations).filter(({ endpoint, outcome, mark, began }) => {
          const isThere =
            !operations.some((other) => other.kind === 'deletion' && other.endpoint === endpoint) &&
            operations.some(
              (other) =>
                other.kind === 'made' && other.endpoint === endpoint && other.ended < began,
            );
          return isThere && outcome === 'unknown' && !shown.has(mark);
        }),
      );
      return send && replace(operations, send, { ...send, outcome: 'refused', status: 404 });
    },
  },
];
