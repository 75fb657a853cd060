import { findSample, samples } from '@hookwell/client/samples';
import { z } from 'zod';
import { sendWebhook } from '../sending/send-webhook.ts';
import { receiveUrl } from '../service/receive-addresses.ts';
import { endpointInput } from './inputs.ts';
import { defineTool, ToolFailure } from './tool.ts';

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
