import type { PlanName, Service } from '@hookwell/client';
import { formatCount, plural } from '../ui/format.ts';

/** How long a captured request is kept on this plan, in one sentence. */
export function keptSentence({ plans }: Pick<Service, 'plans'>, plan: PlanName): string {
  const limits = plans.find((each) => each.plan === plan);
  if (limits === undefined) return '';
  const { days, requestsPerEndpoint } = limits;
  return `Requests are kept for ${plural(days, 'day')}, the newest ${formatCount(requestsPerEndpoint)} of them.`;
}
