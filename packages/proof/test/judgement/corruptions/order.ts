import type { Operation, Read, Seen, Stream } from '../../../src/history/operation.ts';
import { type Corruption, isUntouched, replace, showings, withSeen } from './corruption.ts';
import { accountOf, acknowledged, covers } from './storage.ts';

function readsOf(operations: readonly Operation[]): Read[] {
  return operations.filter((operation) => operation.kind === 'read');
}

function streamsOf(operations: readonly Operation[]): Stream[] {
  return operations.filter((operation) => operation.kind === 'stream');
}

/** With two neighbours in each other's place. */
function swapped<Item>(items: readonly Item[], first: number): Item[] {
  const [one, other] = items.slice(first, first + 2);
  return one === undefined || other === undefined
    ? [...items]
    : items.toSpliced(first, 2, other, one);
}

/** What a history knows of a capture even if one read or stream did not show it. */
function isKnownElsewhere(
  operations: readonly Operation[],
  id: number,
  shower: Operation,
): boolean {
  return (
    acknowledged(operations).some((send) => send.id === id) ||
    showings(operations).some(({ operation, seen }) => seen.id === id && operation !== shower)
  );
}

/** The order of ids, in time and in answers. */
export const ofOrder: readonly Corruption[] = [
  {
    text: 'what was sent later has the lower id',
    anomalies: ['id-order'],
    corrupt: (operations, random) => {
      const one = random.pick(acknowledged(operations));
      if (one === undefined) return undefined;
      const later = acknowledged(operations).filter(({ began }) => began > one.ended);
      const other = random.pick(later);
      if (other === undefined) return undefined;
      const renamed = (id: number) => (id === one.id ? other.id : id === other.id ? one.id : id);
      return operations.map((operation) => {
        if (operation.kind === 'send' && operation.id !== undefined)
          return { ...operation, id: renamed(operation.id) };
        if (operation.kind !== 'read' && operation.kind !== 'stream') return operation;
        return withSeen(operation, (seen) => ({ ...seen, id: renamed(seen.id) }));
      });
    },
  },
  {
    text: 'two neighbours of a list are in the wrong order',
    anomalies: ['order'],
    corrupt: (operations, random) => {
      const read = random.pick(
        readsOf(operations).filter(
          ({ captures, outcome }) => captures.length > 1 && outcome === 'done',
        ),
      );
      if (read === undefined) return undefined;
      const captures = swapped(read.captures, random.below(read.captures.length - 1));
      return replace(operations, read, { ...read, captures });
    },
  },
  {
    text: 'a page goes further than it was asked to',
    anomalies: ['order'],
    corrupt: (operations, random) => {
      const read = random.pick(
        readsOf(operations).filter(
          ({ captures, outcome }) => captures.length > 0 && outcome === 'done',
        ),
      );
      const last = read?.captures.at(-1);
      return read && last && replace(operations, read, { ...read, from: last.id + 1 });
    },
  },
  {
    text: 'a list lacks what an earlier and a later one show',
    anomalies: ['read-went-back'],
    corrupt: (operations, random) => {
      const reads = readsOf(operations);
      const shows = (read: Read, id: number) => read.captures.some((seen) => seen.id === id);
      const candidates = reads.flatMap((read) =>
        read.captures
          .filter(({ id, endpoint }) => {
            const account = accountOf(operations, endpoint);
            return (
              covers(read, id, { endpoint, account }) &&
              isUntouched(operations, endpoint, id) &&
              reads.some((other) => other.ended < read.began && shows(other, id)) &&
              reads.some((other) => other.began > read.ended && shows(other, id))
            );
          })
          .map(({ id }) => ({ read, id })),
      );
      const chosen = random.pick(candidates);
      if (chosen === undefined) return undefined;
      const { read, id } = chosen;
      return replace(
        operations,
        read,
        withSeen(read, (seen) => (seen.id === id ? undefined : seen)),
      );
    },
  },
  {
    text: 'two neighbours of a stream are in the wrong order',
    anomalies: ['order'],
    corrupt: (operations, random) => {
      const stream = random.pick(streamsOf(operations).filter(({ events }) => events.length > 1));
      if (stream === undefined) return undefined;
      const events = swapped(stream.events, random.below(stream.events.length - 1));
      return replace(operations, stream, { ...stream, events });
    },
  },
  {
    text: 'a stream shows one once more',
    anomalies: ['stream-repeated'],
    corrupt: (operations, random) => {
      const stream = random.pick(streamsOf(operations).filter(({ events }) => events.length > 0));
      const event = stream && random.pick(stream.events);
      if (event === undefined) return undefined;
      return replace(operations, stream, {
        ...stream,
        events: [...stream.events, { ...event, at: stream.ended }],
      });
    },
  },
  {
    text: 'a stream shows what its reader has',
    anomalies: ['stream-repeated'],
    corrupt: (operations, random) => {
      const stream = random.pick(streamsOf(operations).filter(({ events }) => events.length > 0));
      const after = stream?.events[0]?.seen.id;
      return after === undefined ? undefined : replace(operations, stream, { ...stream, after });
    },
  },
  {
    text: 'a stream passes over one',
    anomalies: ['stream-skipped'],
    corrupt: (operations, random) => {
      const candidates = streamsOf(operations).flatMap((stream) =>
        stream.events.slice(0, -1).map(({ seen }) => ({ stream, seen })),
      );
      const chosen = random.pick(
        candidates.filter(
          ({ stream, seen: { endpoint, id } }) =>
            isUntouched(operations, endpoint, id) && isKnownElsewhere(operations, id, stream),
        ),
      );
      return chosen && withoutOne(operations, chosen.stream, chosen.seen);
    },
  },
  {
    text: 'a stream ends before it has everything',
    anomalies: ['stream-skipped'],
    corrupt: (operations, random) => {
      const sends = acknowledged(operations);
      const candidates = streamsOf(operations).flatMap((stream) => {
        const last = stream.events.at(-1)?.seen;
        const send = sends.find(({ id }) => id === last?.id);
        const isMissed = stream.isSettled && last && send && send.ended < stream.began;
        return isMissed && isUntouched(operations, last.endpoint, last.id)
          ? [{ stream, seen: last }]
          : [];
      });
      const chosen = random.pick(candidates);
      return chosen && withoutOne(operations, chosen.stream, chosen.seen);
    },
  },
];

function withoutOne(operations: readonly Operation[], stream: Stream, seen: Seen): Operation[] {
  return replace(
    operations,
    stream,
    withSeen(stream, (other) => (other === seen ? undefined : other)),
  );
}
