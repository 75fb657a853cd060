import type { Difference } from '../difference.ts';
import { type Place, printPlace } from '../place.ts';
import { plural } from './words.ts';
import { stepsOf, type Work } from './work.ts';

/** What differs, the most telling first. */
export const ranks = { type: 0, missing: 1, added: 2, value: 3, constant: 4 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];

/** Something that differs at a place. */
export interface Finding {
  readonly rank: Rank;
  readonly place: Place | undefined;
  /** What follows the place in a sentence. */
  readonly problem: string;
  /** The types that the value was to have, if it has none of them. */
  readonly types?: number;
}

/** A finding, and how many more like it there are in other items. */
interface Counted {
  finding: Finding;
  more: number;
}

/** So many findings of each rank are kept; all are counted. */
const mostKept = 20;

/** Collects what differs. It keeps a bounded number of findings. */
export class Report {
  readonly #work: Work;
  readonly #kept = new Map<string, Counted>();
  readonly #keptOf = [0, 0, 0, 0, 0];
  total = 0;
  /** There may be more that was not looked for. */
  isCut = false;

  constructor(work: Work) {
    this.#work = work;
  }

  get findings(): Finding[] {
    return [...this.#kept.values()].map(({ finding }) => finding);
  }

  add(finding: Finding): void {
    this.#work.spend(stepsOf.finding + finding.problem.length / stepsOf.characters);
    this.total += 1;
    const key = `${inAnyItem(finding.place, this.#work)} ${finding.problem}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      if (!isSamePlace(known.finding.place, finding.place)) known.more += 1;
    } else if ((this.#keptOf[finding.rank] ?? 0) < mostKept) {
      this.#keptOf[finding.rank] = (this.#keptOf[finding.rank] ?? 0) + 1;
      this.#kept.set(key, { finding, more: 0 });
    }
  }

  /** Takes over what another found. */
  addAll(other: Report): void {
    for (const finding of other.findings) this.add(finding);
    this.total += other.total - other.findings.length;
  }

  /** In words, at most so many. */
  differences(most: number): Difference[] {
    // A wrong constant tells as much as any other wrong value, once alternatives were weighed.
    const rankOf = ({ finding }: Counted) => Math.min(finding.rank, ranks.value);
    const sorted = [...this.#kept.values()].sort((left, right) => rankOf(left) - rankOf(right));
    return sorted.slice(0, most).map((counted) => inWords(counted, this.isCut));
  }
}

function inWords({ finding, more }: Counted, isCut: boolean): Difference {
  const path = printPlace(finding.place);
  const subject = path === '' ? 'The body' : `\`${path}\``;
  const count = `${isCut ? 'at least ' : ''}${plural(more, 'more place')}`;
  const others = more === 0 ? '' : ` (as in ${count})`;
  return { path, problem: `${subject} ${finding.problem}${others}` };
}

function isSamePlace(left: Place | undefined, right: Place | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined || left.step !== right.step) return false;
  return isSamePlace(left.above, right.above);
}

/** The place without the indexes of items: what differs in each of them is told once. */
function inAnyItem(place: Place | undefined, work: Work): string {
  let text = '';
  for (let at = place; at !== undefined; at = at.above) {
    const step = typeof at.step === 'number' ? '*' : `/${at.step}`;
    work.spend(stepsOf.place + step.length / stepsOf.characters);
    text = `${step}${text}`;
  }
  return text;
}
