import { accountLooks } from '../live/feed.ts';
import type { RequestLog } from '../log/request-log.ts';
import { RequestSearch, type SearchedFor } from './request-search.ts';

/** A search that looks again whenever something may have been changed elsewhere. */
export function searchRequests(log: RequestLog, searched: SearchedFor): RequestSearch {
  return new RequestSearch(log, searched, accountLooks);
}
