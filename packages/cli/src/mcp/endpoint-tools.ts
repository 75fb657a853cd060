import { typescriptOf } from '@hookwell/core/schema';
import { z } from 'zod';
import { noBody, storedSchema } from '../schemas/stored-schema.ts';
import { receiveUrl } from '../service/endpoints.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import {
  boundedEvent,
  defineTool,
  endpointInput,
  idInput,
  matchInput,
  matchOf,
  pieceEnd,
  within,
} from './tool.ts';

/** The most endpoints that one call lists. */
const pageSize = 100;

export const listEndpoints = defineTool({
  name: 'list_endpoints',
  title: 'List endpoints',
  description:
    'Lists the endpoints with their ids, names, tokens and receive URLs, oldest first, ' +
    `${pageSize} at a time: if there is a nextOffset, call again with it as offset.`,
  input: z.strictObject({
    offset: z.int().min(0).default(0).describe('The number of oldest endpoints to leave out'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ offset }, { client, signal }) => {
    const [endpoints, { receiveBaseUrl }] = await Promise.all([
      client.endpoints.list({ signal }),
      client.service.get({ signal }),
    ]);
    const end = offset + pageSize;
    return {
      endpoints: endpoints.slice(offset, end).map(({ id, token, badgeName, createdAt }) => {
        const url = receiveUrl(receiveBaseUrl, { token });
        return { id, token, name: badgeName, url, createdAt };
      }),
      ...(end < endpoints.length ? { nextOffset: end } : {}),
    };
  },
});

/** The most characters of JSON that the refusals of an endpoint take. */
const mostRefusalsCharacters = 20_000;

export const listRefusals = defineTool({
  name: 'list_refusals',
  title: 'List refused requests',
  description:
    'Lists the requests to an endpoint that were not stored in the last 7 days, newest first, and why: malformed HTTP with the line ' +
    'and its fault, sizes, time, rates, a full store. Alike ones of a minute are one, with their count. Look here when a sender ' +
    'says that it sent something and nothing was captured.',
  input: z.strictObject({ endpoint: endpointInput }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint }, { client, signal }) => {
    const calls = client.endpoints.refusals(endpoint, { signal });
    const all = await orNotFound(calls, noEndpoint(endpoint));
    const refusals = within(all, mostRefusalsCharacters);
    return { refusals, hasOlder: refusals.length < all.length };
  },
});

export const createEndpoint = defineTool({
  name: 'create_endpoint',
  title: 'Create an endpoint',
  description:
    'Creates an endpoint. Give its url to the sender of webhooks: every request that arrives there is captured.',
  input: z.strictObject({
    name: z.string().min(1).max(100).optional().describe('A name for the endpoint'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  run: async ({ name }, { client, signal }) => {
    const { token, url, createdAt } = await client.endpoints.create({ signal });
    if (name !== undefined) await client.endpoints.rename(token, name, { signal });
    return { token, url, ...(name === undefined ? {} : { name }), createdAt };
  },
});

export const clearRequests = defineTool({
  name: 'clear_requests',
  title: 'Clear captured requests',
  description:
    'Deletes the captured requests of one endpoint, for good: every one, or with through only those up to an id. ' +
    'The endpoint stays.',
  input: z.strictObject({
    endpoint: endpointInput,
    through: z
      .int()
      .min(1)
      .optional()
      .describe('Only captured requests with an id up to this one, which is one of them'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  run: async ({ endpoint, through }, { client, signal }) => {
    await orNotFound(client.requests.clear(endpoint, { through, signal }), noEndpoint(endpoint));
    return { cleared: endpoint, ...(through === undefined ? {} : { through }) };
  },
});

export const deleteEndpoint = defineTool({
  name: 'delete_endpoint',
  title: 'Delete an endpoint',
  description:
    'Deletes an endpoint with everything that it captured, for good. Its URL stops accepting requests.',
  input: z.strictObject({ endpoint: endpointInput }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  run: async ({ endpoint }, { client, signal }) => {
    await orNotFound(client.endpoints.delete(endpoint, { signal }), noEndpoint(endpoint));
    return { deleted: endpoint };
  },
});

/** The most characters of JSON that one list of events takes. */
const mostEventsCharacters = 20_000;

export const listEvents = defineTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists the events that came to an endpoint, the latest first: the name that the sender gives each, how many requests ' +
    'there are, how many of them have a JSON body, and the times of the first and the last one. Requests that name no event ' +
    'are one entry without event. It looks at 10,000 requests; older ones follow with nextBefore as before, and an event may ' +
    'come again there. event_schema tells what the bodies of an event look like.',
  input: z.strictObject({
    endpoint: endpointInput,
    before: idInput.optional().describe('Only captured requests with a lower id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, before }, { client, signal }) => {
    const reading = client.endpoints.events(endpoint, { before, signal });
    const { items, next } = await orNotFound(reading, noEndpoint(endpoint));
    const events = within(items.map(boundedEvent), mostEventsCharacters);
    const leftOut = items.length - events.length;
    return {
      events,
      ...(leftOut === 0 ? {} : { furtherEvents: leftOut }),
      hasOlder: next !== undefined,
      ...(next === undefined ? {} : { nextBefore: next.before }),
    };
  },
});

/** The most characters of a schema that one call shows. */
const mostSchemaCharacters = 20_000;

export const eventSchema = defineTool({
  name: 'event_schema',
  title: 'Show what an event looks like',
  description:
    'Makes TypeScript types, or a JSON Schema, of the newest JSON bodies of an event, or of all: use it to write the types of a ' +
    'handler. A member that is not in every body is optional. It tells names, types and formats, and no value of a body. ' +
    `Texts of more than ${mostSchemaCharacters} characters come in pieces: if there is a nextOffset, call again with it as offset.`,
  input: z.strictObject({
    endpoint: endpointInput,
    event: z
      .string()
      .max(1000)
      .optional()
      .describe('Only bodies of this event; the empty text stands for requests that name none'),
    match: matchInput.optional(),
    limit: z.int().min(1).max(10_000).default(1000).describe('The most bodies, the newest first'),
    as: z.enum(['typescript', 'json-schema']).default('typescript').describe('The form'),
    offset: z.int().min(0).default(0).describe('The place in the text to begin at'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, event, limit, match: given, as: form, offset }, { client, signal }) => {
    const match = given === undefined ? undefined : matchOf(given);
    const wanted = { token: endpoint, event, match, limit, signal };
    const schema = await storedSchema(client, wanted);
    if (schema === undefined) throw await noBody(client, wanted);
    const { 'x-samples': samples } = schema;
    const text =
      form === 'typescript' ? typescriptOf(schema, event || undefined) : JSON.stringify(schema);
    const end = pieceEnd(text, offset, mostSchemaCharacters);
    return {
      samples,
      [form === 'typescript' ? 'typescript' : 'schema']: text.slice(offset, end),
      ...(end - offset < text.length ? { offset, characters: text.length } : {}),
      ...(end < text.length ? { nextOffset: end } : {}),
    };
  },
});
