import { z } from 'zod';
import { sendWebhook } from '../sending/send-webhook.ts';
import type { OutgoingRequest } from '../sending/sender.ts';
import { receiveUrl } from '../service/receive-addresses.ts';
import { endpointInput } from './inputs.ts';
import { defineTool } from './tool.ts';

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
