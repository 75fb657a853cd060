import type { Principal, Service } from '@hookwell/client';
import { byteSize, counted } from './amounts.ts';

/** The limits of an account's plan in words: `3 of 3 endpoints. The newest 500 requests of each are kept for 7 days, 100 MiB in all.` */
export function planLimits(
  { plan }: Pick<Principal, 'plan'>,
  { plans }: Pick<Service, 'plans'>,
  endpointCount: number,
): string {
  const limits = plans.find((offered) => offered.plan === plan);
  if (limits === undefined) return `${counted(endpointCount, 'endpoint')}.`;
  const { endpoints, requestsPerEndpoint, days, bytes } = limits;
  const kept =
    requestsPerEndpoint === 1
      ? 'request of each is'
      : `${requestsPerEndpoint} requests of each are`;
  return `${endpointCount} of ${counted(endpoints, 'endpoint')}. The newest ${kept} kept for ${counted(days, 'day')}, ${byteSize(bytes)} in all.`;
}
