import { counted } from '../output/amounts.ts';
import type { JunitCase } from '../output/junit.ts';
import type { JudgedRequest } from './judge-bodies.ts';

/** What was found of the requests of one event. */
export interface EventTally {
  /** `undefined`: they name none. */
  event: string | undefined;
  fitting: number;
  differing: number;
  unjudged: number;
  /** The first ones that differ, or cannot be judged: `#4211: \`amount\` is a string, was an integer`. */
  lines: string[];
  /** Why the first one that was not judged was not. */
  reason?: string;
}

/** The most events that are counted apart, lines of each, and reasons: senders choose names, and there may be any number. */
const [mostEvents, mostLines, mostReasons] = [1000, 50, 20];

const furtherEvents = 'further events';
const furtherReasons = 'for other reasons';

/** Counts what was found, in bounded memory. */
export class CheckTally {
  readonly #events = new Map<string | undefined, EventTally>();
  readonly #reasons = new Map<string, number>();
  #tooDear = 0;

  add({ request, finding, isTooDear }: JudgedRequest): void {
    const tally = this.#tallyOf(request.event);
    if (isTooDear) this.#tooDear += 1;
    if (finding.verdict === 'holds') tally.fitting += 1;
    else if (finding.verdict === 'differs') tally.differing += 1;
    else this.#addUnjudged(tally, finding.reason ?? '');
    if (finding.verdict !== 'differs' && !isTooDear) return;
    const problems = finding.differences?.map(({ problem }) => problem) ?? [finding.reason];
    if (tally.lines.length < mostLines) {
      tally.lines.push(`#${request.id}: ${problems.join('; ')}`);
    }
  }

  #addUnjudged(tally: EventTally, reason: string): void {
    tally.unjudged += 1;
    tally.reason ??= reason;
    const isKnown = this.#reasons.has(reason) || this.#reasons.size < mostReasons;
    const told = isKnown ? reason : furtherReasons;
    this.#reasons.set(told, (this.#reasons.get(told) ?? 0) + 1);
  }

  #tallyOf(event: string | undefined): EventTally {
    const isKnown = this.#events.has(event) || this.#events.size < mostEvents;
    const name = isKnown ? event : furtherEvents;
    const known = this.#events.get(name);
    if (known !== undefined) return known;
    const tally = { event: name, fitting: 0, differing: 0, unjudged: 0, lines: [] };
    this.#events.set(name, tally);
    return tally;
  }

  /** By event, in the order in which they came. */
  get events(): readonly EventTally[] {
    return [...this.#events.values()];
  }

  /** Why requests were not judged, each with their number. */
  get reasons(): ReadonlyMap<string, number> {
    return this.#reasons;
  }

  /** Those whose judging was ended. */
  get tooDear(): number {
    return this.#tooDear;
  }

  get differing(): number {
    return sumOf(this.events, ({ differing }) => differing);
  }

  get fitting(): number {
    return sumOf(this.events, ({ fitting }) => fitting);
  }
}

function sumOf(tallies: readonly EventTally[], count: (tally: EventTally) => number): number {
  return tallies.reduce((sum, tally) => sum + count(tally), 0);
}

/** `2 of 41 requests differ`. */
export function differingWords({ differing, fitting }: Pick<EventTally, 'differing' | 'fitting'>) {
  const all = counted(differing + fitting, 'request');
  return `${differing} of ${all} ${differing === 1 ? 'differs' : 'differ'}`;
}

/** `41 requests fit`. */
export function fittingWords({ fitting }: Pick<EventTally, 'fitting'>): string {
  return `${counted(fitting, 'request')} ${fitting === 1 ? 'fits' : 'fit'}`;
}

/** The test case of an event in a report for continuous integration, since requests are others each time. */
export function testCaseOf(tally: EventTally): JunitCase {
  const { event: name = 'no event', differing, fitting, unjudged, reason = '', lines } = tally;
  const text = lines.join('\n');
  if (differing > 0) {
    return { name, outcome: 'failure', message: differingWords(tally), type: 'differs', text };
  }
  const [message] = lines;
  if (message !== undefined) return { name, outcome: 'error', message, type: 'unjudged', text };
  if (fitting === 0) return { name, outcome: 'skipped', message: reason };
  return { name, outcome: 'success', text: `${fittingWords(tally)}, ${unjudged} not judged` };
}
