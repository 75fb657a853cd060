import type { ColumnRange, MatchPlan } from '@hookwell/core/match';
import type { IdsQuery } from './capture-log.ts';

/** The columns that rows must have to match, in whole numbers that both databases take; ranges include both ends. */
export interface ColumnBounds {
  ids: Pick<IdsQuery, 'after' | 'before' | 'order'>;
  receivedAt: Required<ColumnRange>;
  size: Required<ColumnRange>;
  /** The method in lower case (A to Z) contains one of these; absent if it may be any. */
  methods?: readonly string[];
  /** The verdict on the signature is this one; absent if it may be any, or none. */
  verdict?: string;
  /** The verdict by a contract is this one; absent likewise. */
  contract?: string;
}

/** Bounds that leave out only rows that do not match; `undefined` if they leave out all. */
export function searchBounds(plan: MatchPlan, query: IdsQuery): ColumnBounds | undefined {
  const id = closed(plan.id);
  const receivedAt = closed(plan.receivedAt);
  const size = closed(plan.size);
  if ([id, receivedAt, size].some(({ least, most }) => least > most)) return undefined;
  const methods = plan.methods.map(({ folded }) => folded);
  // Databases know the case of A to Z alone.
  const knowsMethods = methods.length > 0 && methods.every((text) => /^[\0-\x7f]*$/.test(text));
  return {
    ids: {
      after: Math.max(query.after ?? 0, id.least - 1),
      before: Math.min(query.before ?? Number.MAX_SAFE_INTEGER, id.most + 1),
      order: query.order,
    },
    receivedAt,
    size,
    ...(knowsMethods && { methods }),
    ...(isVerdict(plan.signature) && { verdict: plan.signature }),
    ...(isVerdict(plan.contract) && { contract: plan.contract }),
  };
}

/** PostgreSQL does not take every text; one of another form is no verdict. */
function isVerdict(text: string | undefined): text is string {
  return text !== undefined && /^[a-z]+$/.test(text);
}

/** One less at both ends than integers are exact in: the callers of ranges add and subtract one. */
const lowest = Number.MIN_SAFE_INTEGER + 1;
const highest = Number.MAX_SAFE_INTEGER - 1;

function closed({ least = lowest, most = highest }: ColumnRange): Required<ColumnRange> {
  return { least: within(least, lowest), most: within(most, highest) };
}

/** An age may reach beyond the integers that databases take, or beyond all numbers. */
function within(bound: number, open: number): number {
  return Number.isNaN(bound) ? open : Math.min(Math.max(bound, lowest), highest);
}
