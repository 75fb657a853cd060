import { holdsWithBody, parseMatch } from '@hookwell/match';
import type { StreamedRequest } from '../contract/view.ts';
import { matchableAsShown } from '../exact/matchable-request.ts';
import type { TermFinding } from './term-checks.ts';
import type { WaitingClient } from './waiting-client.ts';

/** A captured request with the result of each term. */
export interface Examination {
  request: StreamedRequest;
  findings: TermFinding[];
  /** Whether all of them hold. */
  matches: boolean;
}

export interface MatchOptions {
  /**
   * A HookwellClient, whose service is asked then. Without it a captured request is looked at as far as it tells: it has only the
   * last value of a repeated query name, and no headers beginning with `X-`.
   */
  client?: WaitingClient | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Whether a captured request matches, in the match language. Rejects with the error of the client.
 * @throws {MatchError} if the text is no match
 */
export async function matches(
  match: string,
  request: StreamedRequest,
  { client, signal }: MatchOptions = {},
): Promise<boolean> {
  const parsed = parseMatch(match);
  const { id, body } = request;
  if (client === undefined) {
    return holdsWithBody(parsed, matchableAsShown(request), body, Date.now());
  }
  const only = { after: id - 1, before: id + 1, limit: 1, view: 'summary' as const };
  return (await client.requests.page({ ...only, match, signal })).items.length > 0;
}
