import type { Principal, Service } from '@hookwell/client';
import { byteSize } from './amounts.ts';

/** What the plan of an account allows: `3 of 3 endpoints. The newest 500 requests of each are kept for 7 days, 100 MiB in all.` */
export function planLimits(
  { plan }: Pick<Principal, 'plan'>,
  { plans }: Pick<Service, 'plans'>,
  endpointCount: number,
): string {
  const limits = plans.find((offered) => offered.plan === plan);
  if (limits === undefined) return `${endpointCount} endpoints.`;
  const { endpoints, requestsPerEndpoint, days, bytes } = limits;
  return `${endpointCount} of ${endpoints} endpoints. The newest ${requestsPerEndpoint} requests of each are kept for ${days} days, ${byteSize(bytes)} in all.`;
}
