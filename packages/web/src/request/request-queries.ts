import { type CapturedRequestSummary, HookwellError } from '@hookwell/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

/** A captured request can only be deleted, it does not change but for its signature. */
const forever = { staleTime: Number.POSITIVE_INFINITY } as const;

/** The target and headers as sent. */
export function wireQuery(id: number) {
  return queryOptions({
    queryKey: ['request', id, 'wire'],
    queryFn: ({ signal }) => client.requests.wire(id, { signal }),
    ...forever,
  });
}

/** The summary of a request that is not in the list. */
export function summaryQuery(id: number) {
  return queryOptions({
    queryKey: ['request', id, 'summary'],
    queryFn: async ({ signal }): Promise<CapturedRequestSummary> => {
      const only = { after: id - 1, before: id + 1, limit: 1 };
      const { items } = await client.requests.page({ ...only, view: 'summary', signal });
      const [found] = items;
      if (found === undefined) throw new HookwellError('It is not there', { status: 404 });
      return found;
    },
    ...forever,
  });
}

/** Some earlier requests of the same endpoint, the newest first. */
export function earlierQuery(id: number, token: string) {
  return queryOptions({
    queryKey: ['request', id, 'earlier'],
    queryFn: async ({ signal }) => {
      const where = { endpoint: token, before: id, limit: 12 };
      return (await client.requests.page({ ...where, view: 'summary', signal })).items;
    },
    ...forever,
  });
}
