import type { HookwellClient } from '@hookwell/client';
import { removedTogether, removedWords } from '@hookwell/core/api/sentences';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { statusOf } from './service-failure.ts';

/**
 * The result of the call. If the service answers 404, the sentence, if there is one, says more than its own.
 * @throws {CommandFailure} with the sentence
 */
export async function orNotFound<Result>(
  call: Promise<Result>,
  sentence: string | undefined,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    // Servers of any other kind answer 404 as well, in their own words.
    if (!isNotFound(error)) throw error;
    if (error.message !== 'Not found' || sentence === undefined) throw error;
    throw new CommandFailure(sentence, { cause: error });
  }
}

/** Whether the service says that the thing does not exist, or no longer. */
export function isNotFound(error: unknown): error is Error {
  return statusOf(error) === 404;
}

export function noEndpoint(token: string): string;
export function noEndpoint(token: string | undefined): string | undefined;
export function noEndpoint(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  return `No endpoint has the token ${token}: is it a team's ("--team NAME")?`;
}

export function noRequest(id: number): string {
  return `No captured request has the id ${id}`;
}

/**
 * How many requests the plan removed lately, and why, in a sentence: somebody looks for them. Undefined if it removed none, and if
 * the service does not tell: the command is about something else.
 * @param endpoint the token of the endpoint; all of them without it
 */
export async function removedSentence(
  client: HookwellClient,
  endpoint?: string,
): Promise<string | undefined> {
  try {
    const { endpoints } = await client.requests.usage();
    const removed = removedTogether(
      endpoints.filter(({ token }) => endpoint === undefined || token === endpoint),
    );
    if (removed === undefined) return undefined;
    const limits = await limitsOf(client);
    return limits && removedWords(removed, limits);
  } catch {
    return undefined;
  }
}

/** The failure if nothing stored is what somebody looks for, with what the plan removed of it. */
export async function noneMatches(
  client: HookwellClient,
  endpoint?: string,
  sentence = 'No request matches',
): Promise<CommandFailure> {
  const removed = await removedSentence(client, endpoint);
  return new CommandFailure(withRemoved(sentence, removed), { exitCode: exitCodes.noMatch });
}

/**
 * The result of a call about one captured request.
 * @throws {CommandFailure} if no request has the id, with what the plan removed: it may be gone
 */
export async function orNoRequest<Result>(
  call: Promise<Result>,
  id: number,
  client: HookwellClient,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!isNotFound(error) || error.message !== 'Not found') throw error;
    throw new CommandFailure(await noRequestSentence(id, client), { cause: error });
  }
}

export async function noRequestSentence(id: number, client: HookwellClient): Promise<string> {
  return withRemoved(noRequest(id), await removedSentence(client));
}

function withRemoved(sentence: string, removed: string | undefined): string {
  return removed === undefined ? sentence : `${sentence}\n${removed}`;
}

async function limitsOf(client: HookwellClient) {
  const [{ plan: own }, { plans }] = await Promise.all([client.auth.me(), client.service.get()]);
  return plans.find(({ plan }) => plan === own);
}
