import { CommandFailure } from '../command-line/outcome.ts';
import { statusOf } from './service-failure.ts';

/**
 * What the call gives; where the service answers 404, this sentence, if there is one, says more than its own.
 * @throws CommandFailure
 */
export async function orNotFound<Result>(
  call: Promise<Result>,
  sentence: string | undefined,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    // With 404 a server that is no such service answers as well, in its own words.
    if (!isNotFound(error)) throw error;
    if (error.message !== 'Not found' || sentence === undefined) throw error;
    throw new CommandFailure(sentence, { cause: error });
  }
}

/** Whether the service says that there is no such thing, or none any more. */
export function isNotFound(error: unknown): error is Error {
  return statusOf(error) === 404;
}

export function noEndpoint(token: string): string;
export function noEndpoint(token: string | undefined): string | undefined;
export function noEndpoint(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `No endpoint has the token ${token}`;
}

export function noRequest(id: number): string {
  return `No captured request has the id ${id}`;
}
