import type { PlanOffer } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';

const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: ({ signal }) => client.billing.plans({ signal }),
});

/** Every plan, with the page that sells it to this account if it is sold. Suspends until they are known. */
export function useOffers(): PlanOffer[] {
  // A new visitor's session begins with reading the principal, so that comes first.
  usePrincipal();
  return useSuspenseQuery(offersQuery).data;
}
