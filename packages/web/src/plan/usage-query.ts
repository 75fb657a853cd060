import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

/** What the account holds, and what its plan removed lately. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => client.requests.usage({ signal }),
});
