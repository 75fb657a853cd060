import type {
  EndpointKind,
  Operation,
  Send,
  SettingsChange,
} from '../../../src/history/operation.ts';
import {
  type Corruption,
  replace,
  type Showing,
  sendsOf,
  showings,
  withAllOf,
  withSeen,
  withShowing,
} from './corruption.ts';
import { acknowledged } from './storage.ts';

function kindsOf(operations: readonly Operation[]): Map<number, EndpointKind> {
  return new Map(
    operations.flatMap((operation) =>
      operation.kind === 'made' ? [[operation.endpoint, operation.endpointKind] as const] : [],
    ),
  );
}

/** What is shown of endpoints of a kind, and was examined: of all else any attempt and any verdict may be right. */
function showingsOf(operations: readonly Operation[], kind: EndpointKind): Showing[] {
  const kinds = kindsOf(operations);
  return showings(operations).filter(
    ({ seen }) => kinds.get(seen.endpoint) === kind && seen.answer !== '503',
  );
}

function storedAt(operations: readonly Operation[], ...wanted: readonly EndpointKind[]): Send[] {
  const kinds = kindsOf(operations);
  return sendsOf(operations).filter(({ outcome, endpoint }) => {
    const kind = kinds.get(endpoint);
    return outcome === 'stored' && kind !== undefined && wanted.includes(kind);
  });
}

function changesOf(operations: readonly Operation[], endpoint: number): SettingsChange[] {
  return operations
    .filter((operation) => operation.kind === 'settings')
    .filter((change) => change.endpoint === endpoint);
}

/** Gives a sender the answer of another version. */
function answeredBy(
  choose: (
    send: Send,
    changes: SettingsChange[],
    operations: readonly Operation[],
  ) => readonly number[],
): Corruption['corrupt'] {
  return (operations, random) => {
    const candidates = storedAt(operations, 'versions', 'listened')
      .filter(({ answer }) => answer === undefined)
      .flatMap((send) =>
        choose(send, changesOf(operations, send.endpoint), operations).map((version) => ({
          send,
          version,
        })),
      );
    const chosen = random.pick(candidates);
    if (chosen === undefined) return undefined;
    return replace(operations, chosen.send, { ...chosen.send, version: chosen.version });
  };
}

function withStatus(kind: EndpointKind): Corruption['corrupt'] {
  return (operations, random) => {
    const send = random.pick(storedAt(operations, kind));
    return send && replace(operations, send, { ...send, status: 418 });
  };
}

/** Attempts, answers, versions and verdicts. */
export const ofDecisions: readonly Corruption[] = [
  {
    text: 'two attempts have each other’s numbers',
    anomalies: ['attempts'],
    corrupt: (operations, random) => {
      const deliveries = new Map(sendsOf(operations).map(({ mark, delivery }) => [mark, delivery]));
      const attempts = showingsOf(operations, 'attempts').map(({ seen }) => seen);
      const one = random.pick(attempts);
      const other = random.pick(
        attempts.filter(
          ({ id, endpoint, mark }) =>
            id !== one?.id &&
            endpoint === one?.endpoint &&
            deliveries.get(mark) === deliveries.get(one.mark),
        ),
      );
      if (one === undefined || other === undefined) return undefined;
      const numbered =
        (id: number, { attempt = 0, answer = '' }: { attempt?: number; answer?: string }) =>
        (history: Operation[]) =>
          withAllOf(history, id, (seen) => ({ ...seen, attempt, answer }));
      return numbered(other.id, one)(numbered(one.id, other)([...operations]));
    },
  },
  {
    text: 'an attempt has another number in another read',
    anomalies: ['attempts'],
    corrupt: (operations, random) => {
      const all = showingsOf(operations, 'attempts');
      const showing = random.pick(
        all.filter((one) => all.some((other) => other !== one && other.seen.id === one.seen.id)),
      );
      return (
        showing && withShowing(operations, showing, { attempt: (showing.seen.attempt ?? 0) + 1 })
      );
    },
  },
  {
    text: 'a delivery begins with its second attempt',
    anomalies: ['attempts'],
    corrupt: (operations, random) => {
      const all = showingsOf(operations, 'attempts');
      const seen = new Set(all.map((showing) => showing.seen.mark));
      const sends = Map.groupBy(
        sendsOf(operations).filter(
          ({ delivery, outcome }) => delivery !== undefined && outcome !== 'refused',
        ),
        ({ endpoint, delivery }) => `${endpoint} ${delivery}`,
      );
      const delivery = random.pick(
        [...sends.values()].filter((ofOne) => ofOne.every(({ mark }) => seen.has(mark))),
      );
      if (delivery === undefined) return undefined;
      const marks = new Set(delivery.map(({ mark }) => mark));
      const ids = new Set(
        all.filter((showing) => marks.has(showing.seen.mark)).map((showing) => showing.seen.id),
      );
      return [...ids].reduce<Operation[]>(
        (history, id) =>
          withAllOf(history, id, (other) => ({ ...other, attempt: (other.attempt ?? 0) + 1 })),
        [...operations],
      );
    },
  },
  {
    text: 'a sender gets a status that its plan does not have',
    anomalies: ['undecided-answer'],
    corrupt: withStatus('attempts'),
  },
  {
    text: 'an attempt is shown with another answer',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const showing = random.pick(showingsOf(operations, 'attempts'));
      return (
        showing && withAllOf(operations, showing.seen.id, (seen) => ({ ...seen, answer: '418' }))
      );
    },
  },
  {
    text: 'a sender gets an answer that no listener gave',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const send = random.pick(
        storedAt(operations, 'listened').filter(({ answer }) => answer !== undefined),
      );
      return send && replace(operations, send, { ...send, answer: 1_000_000 });
    },
  },
  {
    text: 'a sender gets an answer that was refused',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const answers = new Set(sendsOf(operations).map(({ answer }) => answer));
      const given = random.pick(
        operations
          .filter((operation) => operation.kind === 'answer')
          .filter(({ answer }) => answers.has(answer)),
      );
      return given && replace(operations, given, { ...given, outcome: 'refused' });
    },
  },
  {
    text: 'an answer is taken, and its sender gets another',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const stored = new Map(acknowledged(operations).map((send) => [send.id, send]));
      const refused = random.pick(
        operations
          .filter((operation) => operation.kind === 'answer')
          .filter(({ outcome, id }) => outcome === 'refused' && stored.has(id)),
      );
      return refused && replace(operations, refused, { ...refused, outcome: 'done' });
    },
  },
  {
    text: 'a later read does not know of the listener',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const ends = new Map(
        acknowledged(operations).map(({ id, answer, ended }) => [
          id,
          answer === undefined ? Number.POSITIVE_INFINITY : ended,
        ]),
      );
      const showing = random.pick(
        showings(operations).filter(
          ({ operation, seen }) =>
            operation.began > (ends.get(seen.id) ?? Number.POSITIVE_INFINITY),
        ),
      );
      if (showing === undefined) return undefined;
      const { answeredBy: _, ...seen } = showing.seen;
      const changed = withSeen(showing.operation, (other) =>
        other === showing.seen ? seen : other,
      );
      return replace(operations, showing.operation, changed);
    },
  },
  {
    text: 'a read says that a listener answered, and none did',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const ids = new Set(
        acknowledged(operations)
          .filter(({ answer }) => answer === undefined)
          .map(({ id }) => id),
      );
      const showing = random.pick(
        showingsOf(operations, 'listened').filter(({ seen }) => ids.has(seen.id)),
      );
      return showing && withShowing(operations, showing, { answeredBy: 'listener' });
    },
  },
  {
    text: 'a read says another status than the sender got',
    anomalies: ['undecided-answer'],
    corrupt: (operations, random) => {
      const ids = new Set(acknowledged(operations).map(({ id }) => id));
      const showing = random.pick(
        showingsOf(operations, 'versions').filter(
          ({ seen }) => seen.answer !== undefined && ids.has(seen.id),
        ),
      );
      return showing && withShowing(operations, showing, { answer: '418' });
    },
  },
  {
    text: 'an old version answers',
    anomalies: ['settings-version'],
    corrupt: answeredBy((send, changes) => {
      const done = changes.filter(({ outcome }) => outcome === 'done');
      const latest = done.filter(({ ended }) => ended < send.began).at(-1);
      if (latest === undefined) return [];
      return [0, ...done.filter(({ ended }) => ended < latest.began).map(({ version }) => version)];
    }),
  },
  {
    text: 'a version answers before it is set, or without ever being',
    anomalies: ['settings-version'],
    corrupt: answeredBy((send, changes) => [
      1_000_000,
      ...changes
        .filter(({ outcome, began }) => outcome === 'refused' || began > send.ended)
        .map(({ version }) => version),
    ]),
  },
  {
    text: 'a version without an answer comes into force twice',
    anomalies: ['settings-version'],
    corrupt: answeredBy((send, changes, operations) =>
      changes
        .filter(({ outcome }) => outcome === 'unknown')
        .filter(({ version }) => {
          const seen = sendsOf(operations).filter(
            (other) =>
              other.endpoint === send.endpoint &&
              other.version === version &&
              other.answer === undefined,
          );
          const since = Math.min(...seen.map(({ ended }) => ended));
          return changes.some(
            (change) =>
              change.outcome === 'done' && change.began > since && change.ended < send.began,
          );
        })
        .map(({ version }) => version),
    ),
  },
  {
    text: 'a verdict is another one in one read',
    anomalies: ['verdict'],
    corrupt: (operations, random) => {
      const showing = random.pick(showingsOf(operations, 'signed'));
      if (showing === undefined) return undefined;
      const verdict = showing.seen.verdict === 'valid' ? 'invalid' : 'valid';
      return withShowing(operations, showing, { verdict });
    },
  },
];
