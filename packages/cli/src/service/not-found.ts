import { CommandFailure } from '../command-line/outcome.ts';
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
