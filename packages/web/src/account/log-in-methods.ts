import type { LogInMethods } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export const methodsQuery = queryOptions({
  queryKey: ['log-in methods'],
  queryFn: ({ signal }) => client.auth.methods({ signal }),
});

/** The ways to log in that the user's account has. Suspends until they are known. */
export function useLogInMethods(): LogInMethods {
  return useSuspenseQuery(methodsQuery).data;
}
