import type { StreamedRequest } from '../contract/view.ts';
import { queryPairs } from '../exact/query-pairs.ts';
import { HookwellError } from '../http/error.ts';
import type { Check, Finding } from './check.ts';
import { checksOf } from './checks-of.ts';
import { ExaminedRequest } from './examined-request.ts';
import type { Match } from './match.ts';
import type { WaitingClient } from './waiting-client.ts';

/** A captured request with the result of each check. */
export interface Examination {
  request: StreamedRequest;
  findings: (Finding & { words: string })[];
  /** Whether all of them hold. */
  matches: boolean;
}

/** Gives the target of a captured request as it was sent; `undefined` if it cannot be known any more. */
export type SentTarget = (request: StreamedRequest) => Promise<string | undefined>;

/**
 * Runs the checks. It looks up the request as it was sent only if that decides the result.
 */
export async function examine(
  checks: readonly Check[],
  request: StreamedRequest,
  sentTarget: SentTarget,
): Promise<Examination> {
  const examined = new ExaminedRequest(request);
  const findings: Examination['findings'] = [];
  for (const check of checks) {
    findings.push({ ...(await check.look(examined)), words: check.words });
  }
  const missing = findings.filter(({ holds }) => !holds);
  if (missing.length > 0 && missing.every(({ isOpen }) => isOpen)) {
    const target = await sentTarget(request);
    const query = target === undefined ? undefined : queryPairs(target);
    for (const [index, { words, lookAtSent }] of checks.entries()) {
      if (query === undefined || !findings[index]?.isOpen) continue;
      const finding = lookAtSent?.(query);
      if (finding !== undefined) findings[index] = { ...finding, words };
    }
  }
  return { request, findings, matches: findings.every(({ holds }) => holds) };
}

export interface MatchOptions {
  /**
   * A HookwellClient, which looks up facts that a captured request does not tell: all values but the last of a
   * repeated query name. It is asked only if that decides the result.
   */
  client?: WaitingClient | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Whether a captured request matches. Rejects with the error of a function of the match, or of the client.
 * @throws {TypeError} if the match is invalid
 */
export async function matches(
  match: Match,
  request: StreamedRequest,
  { client, signal }: MatchOptions = {},
): Promise<boolean> {
  const sentTarget = async ({ id }: StreamedRequest) => {
    return client === undefined ? undefined : await sentTargetOf(client, id, signal);
  };
  return (await examine(checksOf(match), request, sentTarget)).matches;
}

/** The target of a captured request as it was sent; `undefined` if it was deleted meanwhile. */
export async function sentTargetOf(
  { requests }: WaitingClient,
  id: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return (await requests.wire(id, { signal })).target;
  } catch (error) {
    if (error instanceof HookwellError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * A match in words: `method POST, json type "invoice.paid"`; `any request` for a match without conditions.
 * @throws {TypeError} if the match is invalid
 */
export function describeMatch(match: Match): string {
  const words = checksOf(match).map((check) => check.words);
  return words.length === 0 ? 'any request' : words.join(', ');
}
