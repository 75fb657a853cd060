import type { EndpointContract, HookwellClient } from '@hookwell/client';
import { pinnedSchemaOf } from '@hookwell/shape';
import { receivedEvents } from '../captured-requests/received-events.ts';
import type { Surroundings } from '../command-line/command.ts';
import { counted } from '../output/amounts.ts';
import { visible } from '../output/visible.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { noBody, storedSchema, type WantedBodies } from './stored-schema.ts';

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
