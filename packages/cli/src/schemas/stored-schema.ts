import type { BodySchema, HookwellClient } from '@hookwell/client';
import type { CommandFailure } from '../command-line/outcome.ts';
import { isNotFound, noEndpoint, orNotFound } from '../service/not-found.ts';
import { noneMatches } from '../service/removed-requests.ts';

/** The bodies that a schema is made from. */
export interface WantedBodies {
  /** Of the endpoint. */
  token: string;
  event: string | undefined;
  match: string | undefined;
  limit: number | undefined;
  signal: AbortSignal;
}

/**
 * The schema of stored bodies; `undefined` if there are none that are wanted.
 * @throws {CommandFailure} if there is no such endpoint
 */
export async function storedSchema(
  { endpoints }: HookwellClient,
  { token, ...wanted }: WantedBodies,
): Promise<BodySchema | undefined> {
  try {
    return await endpoints.schema(token, wanted);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // The service answers the same if there is no such endpoint, which then has no settings either.
    const { signal } = wanted;
    await orNotFound(endpoints.settings(token).get({ signal }), noEndpoint(token));
    return undefined;
  }
}

/** The failure of a command that needs bodies, and finds none. */
export async function noBody(
  client: HookwellClient,
  { token, event, match }: Pick<WantedBodies, 'token' | 'event' | 'match'>,
): Promise<CommandFailure> {
  const of = event === undefined ? '' : ` of the event ${JSON.stringify(event)}`;
  const that = match === undefined ? '' : ' in a request that matches';
  return await noneMatches(client, token, `No JSON body${of} is stored${that}`);
}
