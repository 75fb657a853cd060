import type { BodySchema, EndpointContract, HookwellClient } from '@hookwell/client';
import { pinnedSchemaOf, typescriptOf } from '@hookwell/core/schema';
import { receivedEvents } from '../captured-requests/received-events.ts';
import type { Surroundings } from '../command-line/command.ts';
import type { CommandFailure } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { visible } from '../output/text.ts';
import { isNotFound, noEndpoint, noneMatches, orNotFound } from '../service/not-found.ts';

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

/** What was inferred of an event. */
interface Inferred {
  event: string;
  schema: EndpointContract['events'][string];
  samples: number;
}

/**
 * Makes schemas of stored bodies the contract of their endpoint: that of one event, beside what the contract has; else
 * those of every event, and nothing else. Prints what it pinned.
 * @throws {CommandFailure} if there is no such endpoint, or no body: the contract stays as it is then
 */
export async function pinSchemas(
  client: HookwellClient,
  wanted: WantedBodies,
  world: Pick<Surroundings, 'print' | 'note' | 'progress'>,
): Promise<void> {
  const { token, event, signal } = wanted;
  const inferred =
    event === undefined
      ? await ofEveryEvent(client, wanted, world)
      : await inferredOf(client, { ...wanted, event });
  if (inferred.length === 0) throw await noBody(client, wanted);
  const contract = client.endpoints.contract(token);
  // It is read last of all, so that hardly anything of somebody else's comes between.
  const kept = event === undefined ? {} : (await contract.get({ signal })).events;
  const events = inferred.map(({ event, schema }) => [event, schema] as const);
  // Any text may be the name of an event, "__proto__" too.
  await contract.put({ events: Object.fromEntries([...Object.entries(kept), ...events]) });
  for (const { event, samples } of inferred) {
    world.print(visible(`Pinned ${event}, from ${counted(samples, 'sample')}`));
  }
}

/** None if no JSON body of the event was read: the schema of none would take anything. */
async function inferredOf(
  client: HookwellClient,
  wanted: WantedBodies & { event: string },
): Promise<Inferred[]> {
  const schema = await storedSchema(client, wanted);
  if (schema === undefined || schema['x-samples'] === 0) return [];
  const { 'x-samples': samples } = schema;
  // A schema that was inferred has keywords alone, as the contract wants it.
  return [{ event: wanted.event, schema: pinnedSchemaOf(schema), samples }];
}

async function ofEveryEvent(
  client: HookwellClient,
  wanted: WantedBodies,
  { note, progress }: Pick<Surroundings, 'note' | 'progress'>,
): Promise<Inferred[]> {
  const { token, signal } = wanted;
  const all = await orNotFound(receivedEvents(client, token, signal), noEndpoint(token));
  const inferred: Inferred[] = [];
  try {
    for (const [index, { event, json }] of all.entries()) {
      if (event === undefined || json === 0) continue;
      progress.show(`${index} of ${counted(all.length, 'event')}`);
      const ofEvent = await inferredOf(client, { ...wanted, event });
      if (ofEvent.length === 0)
        note(visible(`Left out: ${event}, whose newest bodies are no JSON`));
      inferred.push(...ofEvent);
    }
  } finally {
    progress.end();
  }
  const nameless = all.find(({ event }) => event === undefined)?.json ?? 0;
  if (nameless > 0) {
    const bodies = nameless === 1 ? '1 JSON body' : `${nameless} JSON bodies`;
    note(`Left out: ${bodies} of requests that name no event`);
  }
  return inferred;
}

// A command loads this file, not the package: the bundler takes a package that is loaded later together with the thread that has
// the rest of it, whose work would begin.
export { typescriptOf };
