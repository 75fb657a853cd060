import { schemes } from '@hookwell/signatures';
import { z } from 'zod';
import { UsageError } from '../command-line/outcome.ts';
import { type ChosenScheme, checkSecrets, chosenScheme } from '../signatures/chosen-scheme.ts';
import { type ToolCall, ToolFailure } from './tool.ts';

/** The inputs that name how a sender signs, and its secret. */
export const schemeInputs = {
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

interface SchemeValues {
  scheme: string;
  secret?: string | undefined;
  secretEnv?: string | undefined;
}

/** A scheme, its secret, and the name of that for a sentence. */
export interface SchemeAndSecret extends ChosenScheme {
  secret: string;
  secretName: string;
}

/**
 * The scheme and the secret that were given.
 * @throws {ToolFailure} if they make no sense
 * @throws {CommandFailure} if the secret cannot be one of the scheme
 */
export async function schemeOf(
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
