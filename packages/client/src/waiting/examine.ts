import type { StreamedRequest } from '../view.ts';
import type { Check, Finding } from './check.ts';
import { checksOf } from './checks-of.ts';
import { ExaminedRequest } from './examined-request.ts';
import type { Match } from './match.ts';

/** A captured request, and what each check found in it. */
export interface Examination {
  request: StreamedRequest;
  findings: (Finding & { words: string })[];
  /** Whether all of them hold. */
  matches: boolean;
}

/** Rejects with what a function of the match throws. */
export async function examine(
  checks: readonly Check[],
  request: StreamedRequest,
): Promise<Examination> {
  const examined = new ExaminedRequest(request);
  const findings: Examination['findings'] = [];
  for (const check of checks) {
    findings.push({ words: check.words, ...(await check.look(examined)) });
  }
  return { request, findings, matches: findings.every(({ holds }) => holds) };
}

/**
 * Whether a captured request is one of those. Rejects with a TypeError for what is no match, and with what
 * a function of the match throws.
 */
export async function matches(match: Match, request: StreamedRequest): Promise<boolean> {
  return (await examine(checksOf(match), request)).matches;
}

/**
 * A match in words: `method POST, json type "invoice.paid"`; `any request` where all are meant.
 * @throws TypeError for what is no match
 */
export function describeMatch(match: Match): string {
  const words = checksOf(match).map((check) => check.words);
  return words.length === 0 ? 'any request' : words.join(', ');
}
