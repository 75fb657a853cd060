import type { CapturedRequestSummary } from '@hookwell/client';
import type { Description } from '@hookwell/senders';
import { z } from 'zod';
import { happeningsOf } from '../captured-requests/happening.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { orNoRequest } from '../service/removed-requests.ts';
import { boundedEvent, cut } from './bounds.ts';
import { endpointInput, idInput, matchInput, matchOf } from './inputs.ts';
import { mostCharacters, shownRequest } from './shown-request.ts';
import { defineTool } from './tool.ts';

export const listRequests = defineTool({
  name: 'list_requests',
  title: 'List captured requests',
  description:
    'Lists captured requests, newest first, with the sender and the event that each claims, without headers and ' +
    'bodies: show_request has them. On endpoints with settings each has the reply that it got, the number of its ' +
    'attempt, and its delivery; answeredBy listener: the reply of a listener, such as answer_request; if the endpoint verifies signatures, also signature: the verdict with its reason; if it has a contract, contract: holds, differs or none (show_request has the differences). With ' +
    'match (signature=invalid, event=push) it searches all that is stored. Older ones follow with nextBefore as before.',
  input: z.strictObject({
    endpoint: endpointInput.optional(),
    match: matchInput.optional(),
    limit: z.int().min(1).max(100).default(20).describe('The most requests to list'),
    before: idInput.optional().describe('Only requests with a lower id'),
    after: z.int().min(0).optional().describe('Only requests with a higher id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ match: text, ...selection }, { client, signal }) => {
    const match = text === undefined ? undefined : matchOf(text);
    const page = client.requests.page({ ...selection, match, view: 'summary', signal });
    const { items, next } = await orNotFound(page, noEndpoint(selection.endpoint ?? ''));
    const { endpoint } = selection;
    const happenings = await happeningsOf(client, items, { endpoint, match, signal });
    return {
      requests: items.map((item) => briefly(item, happenings.get(item.id))),
      hasOlder: next !== undefined,
      ...(next === undefined ? {} : { nextBefore: next.before }),
    };
  },
});

export const showRequest = defineTool({
  name: 'show_request',
  title: 'Show a captured request',
  description:
    'Shows a captured request exactly as it was sent: method, target, query and headers in their order with ' +
    'repeats, the sender and the event that it claims, the verdict on its signature if the endpoint verifies them, and the body. A text body comes in pieces: if there is a nextOffset, call again with it as ' +
    'offset. decodedBody is the text of a compressed body, or of one in another charset. A body that is not ' +
    'text comes as binaryBody: its size, type and first bytes in hex; bodyBase64 asks for the bytes. Headers ' +
    'whose names begin with X- are there if the settings of the endpoint keep them ("xHeaders": "keep"); droppedHeaders ' +
    'counts those that were dropped.',
  input: z.strictObject({
    id: idInput,
    offset: z
      .int()
      .min(0)
      .default(0)
      .describe('The place in the body to begin at: in characters of text, or in bytes for Base64'),
    bodyCharacters: z
      .int()
      .min(0)
      .max(mostCharacters)
      .default(mostCharacters)
      .describe('The most characters of a text body'),
    bodyBase64: z.boolean().default(false).describe('Show the exact bytes of the body in Base64'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ id, offset, bodyCharacters, bodyBase64 }, { client, signal }) => {
    const exact = await orNoRequest(client.requests.exact(id, { signal }), id, client);
    return await shownRequest(exact, { offset, characters: bodyCharacters, base64: bodyBase64 });
  },
});

/** The beginning of an address, or of a media type, that tells requests apart. */
const mostListedCharacters = 200;

function briefly(request: CapturedRequestSummary, happening: Description | undefined): object {
  const { id, endpointId, method, path, query, contentType, bodySize, receivedAt } = request;
  const { answer, answeredBy, attempt, delivery, signature, contract } = request;
  return {
    ...{ id, endpointId, ...boundedEvent(happening ?? {}), method },
    ...(path === undefined ? {} : { path: cut(path, mostListedCharacters) }),
    ...(query === undefined ? {} : { query: cut(query, mostListedCharacters) }),
    ...(contentType === undefined ? {} : { contentType: cut(contentType, mostListedCharacters) }),
    ...{ bodySize, receivedAt },
    ...(answer === undefined ? {} : { answer, answeredBy, attempt, delivery }),
    ...(signature === undefined ? {} : { signature }),
    ...(contract === undefined ? {} : { contract: contract.verdict }),
  };
}
