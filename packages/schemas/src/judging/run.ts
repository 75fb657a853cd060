import type { Place } from '../place.ts';
import type { SchemaNode, SchemaResource } from '../schema/schema-node.ts';
import type { Finding, Report } from './report.ts';
import { stepsOf, type Work } from './work.ts';

/** One trial of a schema on a value. */
export interface Run {
  readonly work: Work;
  /** Where what differs is told. Without it the first difference ends the trial. */
  report: Report | undefined;
  /** The resources on the way to the schema, the outermost first, if dynamic references ask for them. */
  readonly scope: SchemaResource[] | undefined;
}

/** The place of a member or an item. Only what is told needs one. */
export function placeIn(
  run: Run,
  above: Place | undefined,
  step: string | number,
): Place | undefined {
  return run.report === undefined ? undefined : { above, step };
}

/** Tells what differs. Gives `false`, for the one who found it. */
export function differs(
  run: Run,
  place: Place | undefined,
  rank: Finding['rank'],
  problem: string,
): false {
  run.report?.add({ rank, place, problem });
  return false;
}

/** Judges a value by a schema (`fits.ts`), for what has schemas within. */
export type Fits = (
  run: Run,
  node: SchemaNode,
  value: unknown,
  place: Place | undefined,
  evaluated?: Evaluated,
) => boolean;

/** Which members or items of a value a schema has looked at (JSON Schema, section 11). */
export class Evaluated {
  readonly names = new Set<string>();
  readonly indexes = new Set<number>();
  /** All members, or all items. */
  isAll = false;
  /** So many of the first items. */
  items = 0;

  add(other: Evaluated, work: Work): void {
    work.spend((other.names.size + other.indexes.size) * stepsOf.evaluated);
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
    this.isAll ||= other.isAll;
    this.items = Math.max(this.items, other.items);
  }
}
