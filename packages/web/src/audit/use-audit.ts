import { AuditCalls } from '@hookwell/client/audit';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { caller } from '../service/client.ts';

const auditCalls = new AuditCalls(caller);

const pageSize = 100;

const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  staleTime: 0,
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam, signal }) =>
    auditCalls.list({ limit: pageSize, before: pageParam, signal }),
  getNextPageParam: ({ next }) => next?.before,
});

/** What was done to the account, newest first. Older entries are read on demand. */
export function useAudit() {
  return useInfiniteQuery(auditQuery);
}
