import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { z } from 'zod';
import { noEndpoint, noRequest, orNotFound } from '../service/not-found.ts';
import { endpointInput, idInput, matchInput, matchOf } from './inputs.ts';
import { defineTool } from './tool.ts';

/** How many characters of a body are shown that did not ask for more. */
const defaultBodyCharacters = 20_000;

export const listRequests = defineTool({
  name: 'list_requests',
  title: 'List captured requests',
  description:
    'Lists captured requests, newest first, without headers and bodies: show_request has them.',
  input: z.object({
    endpoint: endpointInput.optional(),
    limit: z.int().min(1).max(200).default(20).describe('How many at most'),
    before: idInput.optional().describe('Only those with a lower id'),
    after: z.int().min(0).optional().describe('Only those with a higher id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (selection, { client, signal }) => {
    const page = client.requests.page({ ...selection, view: 'summary', signal });
    const { items, next } = await orNotFound(page, noEndpoint(selection.endpoint ?? ''));
    return { requests: items.map(briefly), hasOlder: next !== undefined };
  },
});

export const showRequest = defineTool({
  name: 'show_request',
  title: 'Show a captured request',
  description:
    'Shows a captured request: its target, its headers as they were sent, and its body as text.',
  input: z.object({
    id: idInput,
    bodyCharacters: z
      .int()
      .min(0)
      .default(defaultBodyCharacters)
      .describe('How many characters of the body at most'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: ({ id, bodyCharacters }, { client, signal }) => shown(id, bodyCharacters, client, signal),
});

export const waitForRequest = defineTool({
  name: 'wait_for_request',
  title: 'Wait for a request',
  description:
    'Waits until a request that matches is captured and shows it. What was captured before counts as well, ' +
    'the oldest first: give the id of the last one that you have seen as after. Where nothing matches in ' +
    'time it says what did arrive, and what came nearest.',
  input: z.object({
    endpoint: endpointInput,
    match: matchInput.default(''),
    timeoutSeconds: z.number().min(0).max(600).default(30).describe('How long to wait'),
    after: z.int().min(0).optional().describe('Only requests with a higher id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, match, timeoutSeconds, after }, { client, signal }) => {
    const options = { timeout: timeoutSeconds * 1000, after, signal };
    const { id } = await client.endpoint(endpoint).waitFor(matchOf(match), options);
    return await shown(id, defaultBodyCharacters, client, signal);
  },
});

function briefly(request: CapturedRequestSummary): object {
  const { id, endpointId, method, path, queryParams, contentType, bodySize, receivedAt } = request;
  return { id, endpointId, method, path, queryParams, contentType, bodySize, receivedAt };
}

async function shown(
  id: number,
  bodyCharacters: number,
  { requests }: HookwellClient,
  signal: AbortSignal,
): Promise<object> {
  const both = Promise.all([requests.get(id, { signal }), requests.wire(id, { signal })]);
  const [request, wire] = await orNotFound(both, noRequest(id));
  const { target, headers, bodySize, droppedHeaders } = wire;
  const { method, path, queryParams, ipAddress, receivedAt, body } = request;
  const text = body.raw.slice(0, bodyCharacters);
  return {
    id,
    method,
    target,
    path,
    queryParams,
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    ...(droppedHeaders === 0 ? {} : { droppedHeaders: `${droppedHeaders} that begin with X-` }),
    ipAddress,
    receivedAt,
    bodySize,
    body: text,
    ...(text.length < body.raw.length
      ? { bodyIsCut: `${text.length} of ${body.raw.length} characters` }
      : {}),
  };
}
