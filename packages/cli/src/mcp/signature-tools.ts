import { z } from 'zod';
import type { Header } from '../sending/outgoing-headers.ts';
import { verifiedCapture } from '../signatures/captured-request.ts';
import { RequestSigner } from '../signatures/request-signer.ts';
import { idInput } from './inputs.ts';
import { schemeInputs, schemeOf } from './scheme-input.ts';
import { requestInputs } from './send-tool.ts';
import { defineTool, ToolFailure } from './tool.ts';

const addressInput = z.string().regex(/^https?:\/\/[\x21-\x7e]{1,4000}$/i, 'must be an address');

export const signRequest = defineTool({
  name: 'sign_request',
  title: 'Sign a request',
  description:
    'Makes the headers with which a sender would sign this request now: signature, time, delivery id. It sends nothing: ' +
    'send_request does, or a program that tests a receiver. Give a body exactly as it will be sent.',
  input: z.strictObject({
    ...schemeInputs,
    ...requestInputs,
    url: addressInput
      .default('https://example.com/')
      .describe('The address that the receiver knows itself by, for senders that sign it'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ method, headers, body, url, ...values }, call) => {
    const chosen = await schemeOf(values, call);
    const { title, canSign, name, ways } = chosen.scheme;
    if (!canSign) throw new ToolFailure(`Signatures of ${title} cannot be made here`);
    const isSecretItself = ways.length === 0 || ways.some(({ by }) => by === 'secret');
    if (isSecretItself && values.secretEnv !== undefined) {
      throw new ToolFailure(`The header of ${name} is the secret itself, which stays unsaid`);
    }
    const signer = new RequestSigner({ ...chosen, event: undefined, onNoEvent: () => {} });
    const fault = signer.fault();
    if (fault !== undefined) throw new ToolFailure(fault);
    const given: readonly Header[] = headers;
    const outgoing = { method, path: '', headers: given, body: Buffer.from(body) };
    const signed = signer.signed(outgoing, { url });
    return { headers: signed.headers.filter((header) => !given.includes(header)) };
  },
});

export const verifyRequest = defineTool({
  name: 'verify_request',
  title: 'Verify a captured request',
  description:
    'Verifies the signature of a captured request with a secret, and explains a failure. Headers whose names begin with X- ' +
    'are dropped unless the settings of the endpoint keep them: if the signature stood in one, it tells the verdict from when the request came.',
  input: z.strictObject({
    id: idInput,
    ...schemeInputs,
    publicUrl: addressInput
      .optional()
      .describe('The address that the sender was given, if the request says another'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ id, publicUrl, ...values }, call) => {
    const chosen = await schemeOf(values, call);
    const secrets = [{ name: chosen.secretName, secret: chosen.secret }];
    const options = { ...chosen, secrets, publicUrl };
    const { signature } = await verifiedCapture(id, call.client, options);
    return { id, signature };
  },
});
