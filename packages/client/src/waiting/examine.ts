import { holdsWithBody, parseMatch, printMatch } from '@hookwell/match';
import type { StreamedRequest } from '../contract/view.ts';
import { matchableAsShown } from '../exact/matchable-request.ts';
import { queryPairs } from '../exact/query-pairs.ts';
import { isNotFound } from '../http/error.ts';
import type { Check, SentParts } from './check.ts';
import { checksOf } from './checks-of.ts';
import { ExaminedRequest } from './examined-request.ts';
import type { Match } from './match.ts';
import type { TermFinding } from './term-checks.ts';
import type { WaitingClient } from './waiting-client.ts';
import { visible } from './wording.ts';

/** A captured request with the result of each check. */
export interface Examination {
  request: StreamedRequest;
  findings: TermFinding[];
  /** Whether all of them hold. */
  matches: boolean;
}

/** Gives a captured request as it was sent; `undefined` if that cannot be known any more. */
export type LookUpSent = (request: StreamedRequest) => Promise<SentParts | undefined>;

/**
 * Runs the checks. It looks up the request as it was sent only if that decides the result.
 */
export async function examine(
  checks: readonly Check[],
  request: StreamedRequest,
  lookUpSent: LookUpSent,
): Promise<Examination> {
  const examined = new ExaminedRequest(request);
  const findings: Examination['findings'] = [];
  for (const check of checks) {
    findings.push({ ...(await check.look(examined)), words: check.words });
  }
  const missing = findings.filter(({ holds }) => !holds);
  if (missing.length > 0 && missing.every(({ isOpen }) => isOpen)) {
    const sent = await lookUpSent(request);
    for (const [index, { words, lookAtSent }] of checks.entries()) {
      if (sent === undefined || !findings[index]?.isOpen) continue;
      const finding = lookAtSent?.(sent);
      if (finding !== undefined) findings[index] = { ...finding, words };
    }
  }
  return { request, findings, matches: findings.every(({ holds }) => holds) };
}

export interface MatchOptions {
  /**
   * A HookwellClient, which looks up facts that a captured request does not tell: all values but the last of a
   * repeated query name, and headers beginning with `X-` that the endpoint keeps. It is asked only if that decides the result. About a text it asks the service itself.
   */
  client?: WaitingClient | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Whether a captured request matches. Rejects with the error of a function of the match, or of the client.
 * @throws {MatchError} if a text is no match
 * @throws {TypeError} if criteria are invalid
 */
export async function matches(
  match: Match,
  request: StreamedRequest,
  { client, signal }: MatchOptions = {},
): Promise<boolean> {
  if (typeof match === 'string') return await matchesText(match, request, { client, signal });
  const lookUpSent = async ({ id }: StreamedRequest) => {
    return client === undefined ? undefined : await sentPartsOf(client, id, signal);
  };
  return (await examine(checksOf(match), request, lookUpSent)).matches;
}

async function matchesText(
  text: string,
  request: StreamedRequest,
  { client, signal }: MatchOptions,
): Promise<boolean> {
  const parsed = parseMatch(text);
  const { id, body } = request;
  if (client === undefined) {
    return holdsWithBody(parsed, matchableAsShown(request), body, Date.now());
  }
  const only = { after: id - 1, before: id + 1, limit: 1, view: 'summary' as const };
  return (await client.requests.page({ ...only, match: text, signal })).items.length > 0;
}

/** A captured request as it was sent; `undefined` if it was deleted meanwhile. */
export async function sentPartsOf(
  { requests }: WaitingClient,
  id: number,
  signal: AbortSignal | undefined,
): Promise<SentParts | undefined> {
  try {
    const { target, headers } = await requests.wire(id, { signal });
    return { query: queryPairs(target), headers };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * A match in words: `method POST, json type "invoice.paid"`; `any request` for a match without conditions. A text
 * stays as it is.
 * @throws {MatchError} if a text is no match
 * @throws {TypeError} if criteria are invalid
 */
export function describeMatch(match: Match): string {
  const words =
    typeof match === 'string'
      ? [visible(printMatch(parseMatch(match)))].filter((text) => text !== '')
      : checksOf(match).map((check) => check.words);
  return words.length === 0 ? 'any request' : words.join(', ');
}
