import type { Operation, Read, Send } from '../../../src/history/operation.ts';
import {
  type Corruption,
  isUntouched,
  replace,
  sendsOf,
  showings,
  withAllOf,
  withShowing,
} from './corruption.ts';

type Acknowledged = Send & { id: number };

/** Sends whose senders were told an id. */
export function acknowledged(operations: readonly Operation[]): Acknowledged[] {
  return sendsOf(operations).flatMap((send) => {
    const { id } = send;
    return send.outcome === 'stored' && id !== undefined ? [{ ...send, id }] : [];
  });
}

/** Sends without an answer that something shows. */
function shownWithoutAnswer(operations: readonly Operation[]): Send[] {
  const marks = new Set(showings(operations).map(({ seen }) => seen.mark));
  return sendsOf(operations).filter(
    ({ outcome, mark }) => outcome === 'unknown' && marks.has(mark),
  );
}

/** Whether the read had to look at this id of this endpoint. */
export function covers(
  { account, endpoint, from, through, outcome }: Read,
  id: number,
  of: { endpoint: number; account: number },
): boolean {
  const isOfScope = account === of.account && (endpoint ?? of.endpoint) === of.endpoint;
  return outcome === 'done' && isOfScope && from <= id && id <= (through ?? id);
}

export function accountOf(operations: readonly Operation[], endpoint: number): number {
  const made = operations.find((other) => other.kind === 'made' && other.endpoint === endpoint);
  return made?.kind === 'made' ? made.account : -1;
}

function isReadAfter(
  operations: readonly Operation[],
  { endpoint, id, ended }: Acknowledged,
): boolean {
  const account = accountOf(operations, endpoint);
  return operations.some(
    (other) =>
      other.kind === 'read' && other.began > ended && covers(other, id, { endpoint, account }),
  );
}

/** What becomes of single captures. */
export const ofStorage: readonly Corruption[] = [
  {
    text: 'nothing shows what was acknowledged',
    anomalies: ['lost'],
    corrupt: (operations, random) => {
      const lost = random.pick(
        acknowledged(operations).filter(
          (send) =>
            isUntouched(operations, send.endpoint, send.id) && isReadAfter(operations, send),
        ),
      );
      return lost && withAllOf(operations, lost.id, () => undefined);
    },
  },
  {
    text: 'one capture is not found',
    anomalies: ['lost', 'read-went-back'],
    corrupt: (operations, random) => {
      const lost = random.pick(
        acknowledged(operations).filter((send) => isUntouched(operations, send.endpoint, send.id)),
      );
      if (lost === undefined) return undefined;
      const { client, node, ended, id } = lost;
      const call = { client, node, began: ended + 1, ended: ended + 2 };
      const account = accountOf(operations, lost.endpoint);
      const missing: Operation = random.chance(0.5)
        ? { kind: 'remove', ...call, account, id, outcome: 'refused' }
        : { kind: 'read', ...call, account, outcome: 'done', from: id, through: id, captures: [] };
      return [...operations, missing];
    },
  },
  {
    text: 'two senders are told the same id',
    anomalies: ['doubled'],
    corrupt: (operations, random) => {
      const [one, other] = [
        random.pick(acknowledged(operations)),
        random.pick(acknowledged(operations)),
      ];
      if (one === undefined || other === undefined || one.id === other.id) return undefined;
      return operations.map((operation) =>
        operation.kind === 'send' && operation.mark === one.mark
          ? { ...operation, id: other.id }
          : operation,
      );
    },
  },
  {
    text: 'an acknowledged one is shown with another id',
    anomalies: ['doubled'],
    corrupt: (operations, random) => {
      const marks = new Set(acknowledged(operations).map(({ mark }) => mark));
      const showing = random.pick(showings(operations).filter(({ seen }) => marks.has(seen.mark)));
      return showing && withShowing(operations, showing, { id: 1_000_000 });
    },
  },
  {
    text: 'another send is shown under an acknowledged id',
    anomalies: ['doubled'],
    corrupt: (operations, random) => {
      const ids = new Set(acknowledged(operations).map(({ id }) => id));
      const showing = random.pick(showings(operations).filter(({ seen }) => ids.has(seen.id)));
      if (showing === undefined) return undefined;
      const { operation, seen } = showing;
      const other = random.pick(
        sendsOf(operations).filter(
          ({ began, mark, outcome }) =>
            outcome !== 'refused' && began < operation.began && mark !== seen.mark,
        ),
      );
      return other && withShowing(operations, showing, { mark: other.mark, hash: other.hash });
    },
  },
  {
    text: 'one is shown at another endpoint',
    anomalies: ['misplaced'],
    corrupt: (operations, random) => {
      const showing = random.pick(showings(operations));
      return showing && withShowing(operations, showing, { endpoint: showing.seen.endpoint + 1 });
    },
  },
  {
    text: 'a list shows one of another scope',
    anomalies: ['misplaced'],
    corrupt: (operations, random) => {
      const read = random.pick(
        operations.filter(
          (operation) =>
            operation.kind === 'read' &&
            operation.endpoint !== undefined &&
            operation.captures.length > 0,
        ),
      );
      if (read?.kind !== 'read' || read.endpoint === undefined) return undefined;
      return replace(operations, read, { ...read, endpoint: read.endpoint + 1 });
    },
  },
  {
    text: 'one has other bytes',
    anomalies: ['changed-bytes'],
    corrupt: (operations, random) => {
      const showing = random.pick(showings(operations));
      return showing && withShowing(operations, showing, { hash: 'others' });
    },
  },
  {
    text: 'one has bytes without a mark',
    anomalies: ['changed-bytes', 'made-up'],
    corrupt: (operations, random) => {
      const showing = random.pick(showings(operations));
      return showing && withShowing(operations, showing, { mark: -1, hash: 'others' });
    },
  },
  {
    text: 'a refused one is there',
    anomalies: ['made-up'],
    corrupt: (operations, random) => {
      const send = random.pick(shownWithoutAnswer(operations));
      return send && replace(operations, send, { ...send, outcome: 'refused', status: 400 });
    },
  },
  {
    text: 'one is there before it is sent',
    anomalies: ['made-up'],
    corrupt: (operations, random) => {
      const send = random.pick(shownWithoutAnswer(operations));
      if (send === undefined) return undefined;
      const last = Math.max(...operations.map(({ ended }) => ended));
      return replace(operations, send, { ...send, began: last + 1, ended: last + 2 });
    },
  },
];
