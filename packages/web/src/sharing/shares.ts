import type { CreatedShare, NewShare, Share } from '@hookwell/client';
import { ShareCalls } from '@hookwell/client/shares';
import { queryOptions } from '@tanstack/react-query';
import { caller, queryClient } from '../service/client.ts';

const shareCalls = new ShareCalls(caller);

/** The shares that have not ended, oldest first. */
export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => shareCalls.list({ signal }),
  staleTime: 0,
});

/** What a share would show now. How long it lasts changes nothing. */
export function previewQuery(share: Omit<NewShare, 'days'>) {
  return queryOptions({
    queryKey: ['share-preview', share],
    queryFn: ({ signal }) => shareCalls.preview({ ...share, days: 1 }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** @throws {HookwellError} with status 403 if the account can have no more, 404 if what is to be shown is gone */
export async function createShare(share: NewShare): Promise<CreatedShare> {
  const created = await shareCalls.create(share);
  await queryClient.invalidateQueries(sharesQuery);
  return created;
}

/** @throws {HookwellError} with status 404 if it has ended already */
export async function deleteShare({ id }: Share): Promise<void> {
  try {
    await shareCalls.delete(id);
  } finally {
    await queryClient.invalidateQueries(sharesQuery);
  }
}
