import type { PlanLimits } from './plans.ts';
import type { Removed } from './usage.ts';

const mebibyte = 1024 * 1024;
const number = new Intl.NumberFormat('en');

/** How many requests the plan removed, and why: `1,500 older requests were removed in the last 24 hours: an endpoint keeps 500.` */
export function removedWords({ count, by }: Removed, limits: PlanLimits): string {
  const went = count === 1 ? 'older request was' : 'older requests were';
  const reason = {
    number: `an endpoint keeps ${number.format(limits.requestsPerEndpoint)}`,
    bytes: `the account keeps ${number.format(Math.round(limits.bytes / mebibyte))} MiB`,
    days: `requests are kept for ${limits.days === 1 ? '1 day' : `${limits.days} days`}`,
  }[by];
  return `${number.format(count)} ${went} removed in the last 24 hours: ${reason}.`;
}

/** What was removed of several endpoints together, with the reason that took most; undefined if nothing was. */
export function removedTogether(
  endpoints: readonly { removed?: Removed | undefined }[],
): Removed | undefined {
  const all = endpoints.flatMap(({ removed }) => removed ?? []);
  const [most] = all.toSorted((one, other) => other.count - one.count);
  return most && { by: most.by, count: all.reduce((sum, { count }) => sum + count, 0) };
}

/** The reason of a failed signature ends so while its cause is looked for; within 15 seconds another one takes its place. */
export const beingLookedInto = 'The cause is being looked for.';
