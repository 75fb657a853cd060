import { z } from 'zod';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { receiveUrl } from '../service/receive-addresses.ts';
import { within } from './bounds.ts';
import { endpointInput } from './inputs.ts';
import { defineTool } from './tool.ts';

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
