import type { PlanName, Service } from '@hookwell/client';
import { formatCount, plural } from '../ui/format.ts';

/** Says in one sentence how long the plan keeps a captured request. */
export function keptSentence({ plans }: Pick<Service, 'plans'>, plan: PlanName): string {
  const limits = plans.find((each) => each.plan === plan);
  if (limits === undefined) return '';
  const { days, requestsPerEndpoint } = limits;
  return `Requests are kept for ${plural(days, 'day')}, the newest ${formatCount(requestsPerEndpoint)} of them.`;
}
