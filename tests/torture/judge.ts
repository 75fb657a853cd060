import type { Clear, Operation, Read, Seen, Send, Stream } from './history.ts';

/** A promise that the history contradicts. */
export type Anomaly =
  /** Acknowledged or shown before, never removed, and not there. */
  | 'lost'
  /** One webhook is there under two ids, or two webhooks under one. */
  | 'doubled'
  /** At another endpoint than it was sent to. */
  | 'misplaced'
  /** Not the bytes that were sent. */
  | 'changed'
  /** There although nobody had sent it. */
  | 'made up'
  /** Sent after another one was known to be stored, with a lower id; or a list or a stream is not in the order of ids. */
  | 'order'
  /** A stream passed over a captured request, or had not everything at its end. */
  | 'skipped'
  /** A stream showed a captured request twice, or one that its reader has. */
  | 'repeated'
  /** Shown after its removal was acknowledged. */
  | 'back after removal'
  /** A response that the service should never give. */
  | 'surprise';

export interface Violation {
  anomaly: Anomaly;
  /** One sentence with ids and times, for a person. */
  text: string;
}

/** A captured request, from all that the history tells of it. */
interface Capture {
  id: number;
  mark: number;
  endpoint: number;
  sentAt: number;
  /** It was stored by then at the latest. */
  knownAt: number;
  /** It was still there when this read began. */
  aliveAt: number;
}

type Report = (anomaly: Anomaly, text: string) => void;

/**
 * Judges a history: returns what contradicts the promises of the service. It knows the service by its promises alone.
 *
 * It never accuses a service that keeps them: whatever has no clear outcome may have had its effect at any time from its beginning on, or
 * never. Ids are given in the order of commits, so whoever sees an id can see all lower ones.
 */
export function judge(operations: readonly Operation[]): Violation[] {
  const violations: Violation[] = [];
  const told = new Set<string>();
  const report: Report = (anomaly, text) => {
    if (told.has(`${anomaly} ${text}`)) return;
    told.add(`${anomaly} ${text}`);
    violations.push({ anomaly, text });
  };
  const captures = gather(operations, report);
  judgeIdsInTime(captures, report);
  const scopes = new Map<number, Scope>();
  for (const operation of operations) {
    if (operation.kind === 'surprise') report('surprise', operation.text);
    if (operation.kind !== 'read' && operation.kind !== 'stream') continue;
    const { endpoint } = operation;
    const scope = scopes.get(endpoint) ?? new Scope(endpoint, captures, operations);
    scopes.set(endpoint, scope);
    if (operation.kind === 'read') judgeRead(operation, scope, report);
    else judgeStream(operation, scope, report);
    judgeRemoved(operation, scope, report);
  }
  return violations;
}

/** Collects every captured request that somebody knows of, and reports those that cannot be. */
function gather(operations: readonly Operation[], report: Report): Map<number, Capture> {
  const captures = new Map<number, Capture>();
  const idOf = new Map<number, number>();
  const sends = new Map<number, Send>();
  for (const operation of operations)
    if (operation.kind === 'send') sends.set(operation.mark, operation);

  function note(id: number, send: Send, knownAt: number, aliveAt: number): void {
    const capture = captures.get(id);
    if (capture !== undefined && capture.mark !== send.mark)
      return report('doubled', `id ${id} is both mark ${capture.mark} and mark ${send.mark}`);
    const other = idOf.get(send.mark) ?? id;
    if (other !== id)
      return report('doubled', `mark ${send.mark} is there as ids ${other} and ${id}`);
    idOf.set(send.mark, id);
    const { mark, endpoint, began: sentAt } = send;
    if (capture === undefined) captures.set(id, { id, mark, endpoint, sentAt, knownAt, aliveAt });
    else {
      capture.knownAt = Math.min(capture.knownAt, knownAt);
      capture.aliveAt = Math.max(capture.aliveAt, aliveAt);
    }
  }

  for (const send of sends.values())
    if (send.id !== undefined) note(send.id, send, send.ended, send.began);
  for (const operation of operations) {
    if (operation.kind !== 'read' && operation.kind !== 'stream') continue;
    for (const { seen, at } of showings(operation)) {
      const send = sends.get(seen.mark);
      const which = `id ${seen.id} (mark ${seen.mark})`;
      if (send === undefined || send.outcome === 'refused')
        report('made up', `${which} is there, and nobody sent it`);
      else if (at < send.began)
        report('made up', `${which} was there at ${time(at)}, before it was sent`);
      else {
        if (!seen.isExact) report('changed', `${which} has other bytes than were sent`);
        if (send.endpoint !== operation.endpoint)
          report('misplaced', `${which} of endpoint ${send.endpoint} is at ${operation.endpoint}`);
        note(seen.id, send, at, operation.began);
      }
    }
  }
  return captures;
}

function showings(operation: Read | Stream): { seen: Seen; at: number }[] {
  return operation.kind === 'read'
    ? operation.captures.map((seen) => ({ seen, at: operation.ended }))
    : operation.events.map((seen) => ({ seen, at: seen.at }));
}

/** What is sent once another one is known to be stored gets a higher id, at whichever node. */
function judgeIdsInTime(captures: ReadonlyMap<number, Capture>, report: Report): void {
  const bySent = [...captures.values()].sort((a, b) => a.sentAt - b.sentAt);
  const byKnown = [...captures.values()].sort((a, b) => a.knownAt - b.knownAt);
  let next = 0;
  let highest = 0;
  for (const { id, sentAt } of bySent) {
    for (; (byKnown[next]?.knownAt ?? Infinity) < sentAt; next += 1)
      highest = Math.max(highest, byKnown[next]?.id ?? 0);
    if (id < highest)
      report('order', `id ${id} was sent at ${time(sentAt)}, when id ${highest} was known`);
  }
}

/** The captured requests of one endpoint in the order of their ids, and what may have removed them. */
class Scope {
  readonly captures: readonly Capture[];
  /** The ids up to the boundary are gone for whoever asks after the time. */
  readonly removals: readonly { after: number; boundary: number }[];
  readonly #clears: readonly Clear[];

  constructor(
    endpoint: number,
    captures: ReadonlyMap<number, Capture>,
    operations: readonly Operation[],
  ) {
    this.captures = [...captures.values()]
      .filter((capture) => capture.endpoint === endpoint)
      .sort((a, b) => a.id - b.id);
    this.#clears = operations.filter(
      (operation): operation is Clear =>
        operation.kind === 'clear' && operation.endpoint === endpoint,
    );
    this.removals = this.#clears
      .filter(({ outcome }) => outcome === 'done')
      .map(({ began, ended, through }) => ({
        after: ended,
        boundary: through ?? this.captures.findLast(({ knownAt }) => knownAt < began)?.id ?? 0,
      }));
  }

  /** Those above one id and below another that must have been there, and still were at this time. */
  between(above: number, below: number, by: number): Capture[] {
    const found: Capture[] = [];
    for (let index = this.#indexAbove(above); index < this.captures.length; index += 1) {
      const capture = this.captures[index];
      if (capture === undefined || capture.id >= below) break;
      if (!this.#mayBeRemoved(capture, by)) found.push(capture);
    }
    return found;
  }

  #indexAbove(id: number): number {
    let low = 0;
    let high = this.captures.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.captures[middle]?.id ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #mayBeRemoved({ id, sentAt, aliveAt }: Capture, by: number): boolean {
    return this.#clears.some(({ began, ended, through, outcome }) => {
      if (began >= by || id > (through ?? id)) return false;
      return outcome === 'unknown' || ended > Math.max(sentAt, aliveAt);
    });
  }
}

/** A page has all that was known before it was asked for, and all below the newest that it shows. */
function judgeRead(read: Read, scope: Scope, report: Report): void {
  const { captures, from, through, began, ended } = read;
  const which = `a list of endpoint ${read.endpoint} at ${time(began)}`;
  const shown = new Set<number>();
  let last = (through ?? Infinity) + 1;
  for (const { id } of captures) {
    if (id >= last || id < from) report('order', `${which} has id ${id} below id ${last}`);
    last = id;
    shown.add(id);
  }
  const newest = captures[0]?.id ?? 0;
  for (const { id, mark, knownAt } of scope.between(from - 1, (through ?? Infinity) + 1, ended)) {
    if (!shown.has(id) && (knownAt < began || id < newest))
      report('lost', `${which} lacks id ${id} (mark ${mark}), known at ${time(knownAt)}`);
  }
}

/** A stream shows everything behind `after` once, in order, and passes over nothing. */
function judgeStream(stream: Stream, scope: Scope, report: Report): void {
  const { events, after, began, ended, isSettled } = stream;
  const which = `a stream of endpoint ${stream.endpoint} from ${time(began)}`;
  const shown = new Set<number>();
  let last = after;
  for (const { id, at } of events) {
    if (id <= after || shown.has(id)) report('repeated', `${which} showed id ${id} again`);
    else if (id < last) report('order', `${which} showed id ${id} after id ${last}`);
    else
      for (const skipped of scope.between(last, id, at))
        report('skipped', `${which} lacks id ${skipped.id} (mark ${skipped.mark})`);
    shown.add(id);
    last = Math.max(last, id);
  }
  if (!isSettled) return;
  for (const { id, mark, knownAt } of scope.between(last, Infinity, ended))
    if (knownAt < began) report('skipped', `${which} ended without id ${id} (mark ${mark})`);
}

/** What was removed stays away. */
function judgeRemoved(operation: Read | Stream, scope: Scope, report: Report): void {
  const boundary = scope.removals.reduce(
    (highest, { after, boundary }) =>
      after < operation.began ? Math.max(highest, boundary) : highest,
    0,
  );
  for (const { seen, at } of showings(operation))
    if (seen.id <= boundary)
      report(
        'back after removal',
        `id ${seen.id} of endpoint ${operation.endpoint} was shown at ${time(at)}, and all up to id ${boundary} were removed before`,
      );
}

function time(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}
