import { schemes } from '@hookwell/core/signatures';
import { z } from 'zod';
import { UsageError } from '../command-line/outcome.ts';
import type { Header } from '../sending/outgoing-headers.ts';
import { type ChosenScheme, checkSecrets, chosenScheme } from '../signatures/chosen-scheme.ts';
import { RequestSigner } from '../signatures/request-signer.ts';
import { verifiedCapture } from '../signatures/verify-captured.ts';
import { requestInputs } from './send-tools.ts';
import { defineTool, idInput, type ToolCall, ToolFailure } from './tool.ts';

const addressInput = z.string().regex(/^https?:\/\/[\x21-\x7e]{1,4000}$/i, 'must be an address');

/** The inputs that name how a sender signs, and its secret. */
const schemeInputs = {
  scheme: z.enum(schemes.map(({ name }) => name)).describe('How the sender signs'),
  secret: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('The secret itself: one that you may know, such as that of a test'),
  secretEnv: z
    .string()
    .max(200)
    .optional()
    .describe(
      'In its place the environment variable with the secret, which "hookwell mcp --secret-env" must name',
    ),
};

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

interface SchemeValues {
  scheme: string;
  secret?: string | undefined;
  secretEnv?: string | undefined;
}

/** A scheme, its secret, and the name of that for a sentence. */
interface SchemeAndSecret extends ChosenScheme {
  secret: string;
  secretName: string;
}

/**
 * The scheme and the secret that were given.
 * @throws {ToolFailure} if they make no sense
 * @throws {CommandFailure} if the secret cannot be one of the scheme
 */
async function schemeOf(
  { scheme: name, secret: given, secretEnv }: SchemeValues,
  { secrets }: Pick<ToolCall, 'secrets'>,
): Promise<SchemeAndSecret> {
  if ((given === undefined) === (secretEnv === undefined)) {
    throw new ToolFailure('Give either secret or secretEnv');
  }
  const secret = given?.trim() ?? secrets.get(secretEnv ?? '');
  if (secret === undefined) {
    throw new ToolFailure('secretEnv: "hookwell mcp --secret-env NAME" has to name this variable');
  }
  const chosen = await schemeNamed(name);
  await checkSecrets(chosen, [secret]);
  return { ...chosen, secret, secretName: secretEnv ?? 'secret' };
}

async function schemeNamed(name: string): Promise<ChosenScheme> {
  const noInput = { input: (async function* (): AsyncGenerator<Uint8Array, void> {})() };
  try {
    return await chosenScheme({ name, file: undefined }, noInput, 'mcp');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new ToolFailure(`${name} needs more settings than its name: not by this tool`);
  }
}
