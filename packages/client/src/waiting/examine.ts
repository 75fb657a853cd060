import type { StreamedRequest } from '../contract/view.ts';
import { queryPairs } from '../exact/query-pairs.ts';
import { HookwellError } from '../http/error.ts';
import type { Check, Finding } from './check.ts';
import { checksOf } from './checks-of.ts';
import { ExaminedRequest } from './examined-request.ts';
import type { Match } from './match.ts';
import type { WaitingClient } from './waiting-client.ts';

/** A captured request, and what each check found in it. */
export interface Examination {
  request: StreamedRequest;
  findings: (Finding & { words: string })[];
  /** Whether all of them hold. */
  matches: boolean;
}

/** Gives the target of a captured request as it was sent; `undefined` where that cannot be known any more. */
export type SentTarget = (request: StreamedRequest) => Promise<string | undefined>;

/**
 * Looks at what was sent only where that decides. Rejects with what a function of the match, and
 * `sentTarget`, throw.
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
   * Tells what a captured request does not: of a query name that was repeated the values but the last.
   * Asked only where that decides.
   */
  client?: WaitingClient | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Whether a captured request is one of those. Rejects with a TypeError for what is no match, with what
 * a function of the match throws, and with what a call of the client does.
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

/** `undefined` where it was deleted meanwhile. */
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
 * A match in words: `method POST, json type "invoice.paid"`; `any request` where all are meant.
 * @throws TypeError for what is no match
 */
export function describeMatch(match: Match): string {
  const words = checksOf(match).map((check) => check.words);
  return words.length === 0 ? 'any request' : words.join(', ');
}
