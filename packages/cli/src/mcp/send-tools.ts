import { findSample, samples } from '@hookwell/client/samples';
import { z } from 'zod';
import { sendWebhook } from '../sending/send-webhook.ts';
import type { OutgoingRequest } from '../sending/sender.ts';
import { receiveUrl } from '../service/endpoints.ts';
import { defineTool, endpointInput, ToolFailure } from './tool.ts';

/** The most characters of a body, and of all headers, that a tool takes. */
export const mostBodyCharacters = 100_000;
const mostHeaders = 50;

/** The parts of a request that an assistant writes itself. */
export const requestInputs = {
  method: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~\w-]{1,64}$/, 'must be a method')
    .default('POST')
    .describe('The method: of any name, and case matters'),
  headers: z
    .array(
      z.tuple([
        z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, 'must be the name of a header'),
        z.string().regex(/^[\t\x20-\x7e\x80-\xff]{0,8000}$/, 'has characters that cannot be sent'),
      ]),
    )
    .max(mostHeaders)
    .default([])
    .describe('Its headers, pairs of name and value: [["content-type", "application/json"]]'),
  body: z.string().max(mostBodyCharacters).default('').describe('The text of its body'),
};

export const sendRequest = defineTool({
  name: 'send_request',
  title: 'Send a request',
  description:
    'Sends a request of your own to an endpoint of this service, which captures it like any other, and gives its id. ' +
    'sign_request makes the headers of a signature for it. send_sample has ready-made webhooks.',
  input: z.strictObject({
    endpoint: endpointInput,
    path: z
      .string()
      .regex(/^([/?][\x21-\x7e]{0,4000})?$/, 'must begin with "/" or "?", and have no spaces')
      .default('')
      .describe('The path after the token in the address: /orders?page=1'),
    ...requestInputs,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  run: async ({ endpoint, method, path, headers, body }, { client, signal }) => {
    const { receiveBaseUrl } = await client.service.get({ signal });
    const url = new URL(receiveUrl(receiveBaseUrl, { token: endpoint }));
    const outgoing: OutgoingRequest = { method, path, headers, body: Buffer.from(body) };
    const { id } = await sendWebhook(url, outgoing, signal);
    return { to: url.href + path, id };
  },
});

const choices = samples.map(({ id, sender, title }) => `${id} (${sender}: ${title})`).join(', ');

export const sendSample = defineTool({
  name: 'send_sample',
  title: 'Send a sample webhook',
  description:
    'Sends a webhook as a well-known sender makes it to an endpoint of this service, which captures it like ' +
    'any other, and gives its id and what the endpoint answered. Signatures in samples are made with the secret "hookwell-sample-secret".',
  input: z.strictObject({
    endpoint: endpointInput,
    sample: z.enum(samples.map(({ id }) => id)).describe(`The sample: ${choices}`),
    path: z
      .string()
      .regex(/^([/?][\x21-\x7e]*)?$/, 'must begin with "/" or "?", and have no spaces')
      .default('')
      .describe('The path after the token in the URL: /orders'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  run: async ({ endpoint, sample: id, path }, { client, signal }) => {
    const sample = findSample(id);
    if (sample === undefined) throw new ToolFailure(`There is no sample "${id}"`);
    const { receiveBaseUrl } = await client.service.get({ signal });
    const { method, query, headers, body } = sample;
    const below = path.includes('?') ? path : path + query;
    const outgoing = { method, path: below, headers, body: Buffer.from(body) };
    const url = new URL(receiveUrl(receiveBaseUrl, { token: endpoint }));
    const stored = await sendWebhook(url, outgoing, signal);
    return { sent: id, to: url.href + below, ...stored };
  },
});
