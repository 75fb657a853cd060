import type { SampleRequest } from '@hookwell/client/samples';
import type { Scheme } from '@hookwell/core/signatures';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { targetOf } from '../sending/sending-options.ts';
import { checkSecrets, chosenScheme, type SchemeChoice, schemeNames } from './chosen-scheme.ts';
import type { RequestSigner, RequestSignerOptions } from './request-signer.ts';

/** The option that names an environment variable with a secret: a secret among the words of a command is no secret. */
export const secretOption = {
  type: 'text',
  placeholder: 'NAME',
  description: 'The environment variable with the secret.',
} as const;

/** Options of every command that signs requests as their sender would. */
export const signingOptions = {
  sign: {
    type: 'text',
    placeholder: 'SCHEME',
    description: 'Sign each request as this sender does, with the secret of --secret-env.',
    suggestions: schemeNames,
  },
  'sign-settings': {
    type: 'text',
    placeholder: 'FILE',
    description:
      'The same by a file with the settings of an endpoint, or their "verify", in JSON or YAML.',
  },
  'secret-env': secretOption,
  'sign-url': {
    type: 'text',
    placeholder: 'URL',
    description: 'The URL that the receiver knows itself by, for senders that sign it.',
  },
  event: {
    type: 'text',
    placeholder: 'NAME',
    description: 'The event of requests that tell none, for senders that name it in a header.',
  },
} as const;

export interface SigningValues {
  sign: string | undefined;
  'sign-settings': string | undefined;
  'secret-env': string | undefined;
  'sign-url': string | undefined;
  event: string | undefined;
}

/** Signs requests; `address` is the one that the receiver knows itself by, if not that which they are sent to. */
export interface SigningChoice {
  signer: RequestSigner;
  scheme: Scheme;
  address: URL | undefined;
}

/**
 * The signer by the values of the options; `undefined` if nothing is to be signed. Everything that can be wrong is told
 * before a request is sent.
 * @param scheme the name of a scheme if the options name none
 * @throws {UsageError} if an option lacks another, or there is no such scheme or secret
 * @throws {CommandFailure} if a file of settings cannot be read or has a fault, or the secret can sign nothing
 */
export async function signingOf(
  values: SigningValues,
  world: Surroundings,
  command: string,
  scheme?: string,
): Promise<SigningChoice | undefined> {
  const { sign: name = scheme, 'sign-settings': file, 'secret-env': variable, event } = values;
  if (values.sign !== undefined && file !== undefined) {
    throw new UsageError('Options --sign and --sign-settings exclude each other', command);
  }
  if (name === undefined && file === undefined) {
    refuseLonely(values, command);
    return undefined;
  }
  if (variable === undefined) throw new UsageError('Option --secret-env is missing', command);
  const secret = secretIn(variable, world, command);
  const choice = file === undefined ? { name, file } : { name: undefined, file };
  const url = values['sign-url'];
  const onNoEvent = (header: string) =>
    world.note(`${withoutEvent(header)}, and --event NAME gives one`);
  const address = url === undefined ? undefined : targetOf(url, command);
  return await signingFor({ choice, secret, event, address, onNoEvent }, world, command);
}

/** What is told of the first request without the event that its receiver looks for in a header. */
export function withoutEvent(header: string): string {
  return `Sent without ${header}: the event of such requests is stored on endpoints that verify signatures`;
}

/** The parts of a signer. */
export interface SigningParts extends Pick<RequestSignerOptions, 'secret' | 'event' | 'onNoEvent'> {
  choice: SchemeChoice;
  address: URL | undefined;
}

/**
 * The signer with this scheme and secret. Everything that can be wrong is told before a request is sent.
 * @throws {UsageError} if there is no such scheme, or its senders cannot be imitated
 * @throws {CommandFailure} if a file of settings cannot be read or has a fault, or the secret can sign nothing
 */
export async function signingFor(
  { choice, secret, event, address, onNoEvent }: SigningParts,
  world: Pick<Surroundings, 'input'>,
  command: string,
): Promise<SigningChoice> {
  const chosen = await chosenScheme(choice, world, command);
  const isPrivateKey = secret.includes('PRIVATE KEY');
  const { title, canSign, event: place } = chosen.scheme;
  if (!canSign && !isPrivateKey) {
    throw new UsageError(
      `${title}'s signatures cannot be made here: what its receivers have cannot sign, or it signs within the body`,
      command,
    );
  }
  if (!isPrivateKey) await checkSecrets(chosen, [secret]);
  if (event !== undefined && !(place !== undefined && 'header' in place)) {
    throw new UsageError(`Option --event: ${title} names no event in a header`, command);
  }
  // Loaded here, so that help and mistakes in the command line answer without it.
  const { RequestSigner } = await import('./request-signer.ts');
  const signer = new RequestSigner({ ...chosen, secret, event, onNoEvent });
  const fault = signer.fault();
  if (fault !== undefined) throw new CommandFailure(`Nothing can be signed: ${fault}`);
  return { signer, scheme: chosen.scheme, address };
}

function refuseLonely(values: SigningValues, command: string): void {
  for (const option of ['secret-env', 'sign-url', 'event'] as const) {
    if (values[option] === undefined) continue;
    throw new UsageError(`Option --${option} needs --sign or --sign-settings`, command);
  }
}

/**
 * The secret in an environment variable. No sentence shows the name that was given: it may be the secret itself.
 * @throws {UsageError} if there is no such variable, or nothing in it
 */
export function secretIn(
  name: string,
  world: Pick<Surroundings, 'environment' | 'fromEnvironmentFile'>,
  command: string,
): string {
  const secret = secretOf(name, world);
  if (secret === undefined) {
    throw new UsageError(
      'Option --secret-env must be the name of an environment variable, and there is none of this name',
      command,
    );
  }
  if (secret !== '') return secret;
  throw new UsageError('The environment variable of option --secret-env is empty', command);
}

/**
 * What is in an environment variable, without white space around it, such as a line break; `undefined` if there is none of
 * this name. A file `.env` may be somebody else's.
 */
export function secretOf(
  name: string,
  { environment, fromEnvironmentFile }: Pick<Surroundings, 'environment' | 'fromEnvironmentFile'>,
): string | undefined {
  if (fromEnvironmentFile.has(name)) return undefined;
  return Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
}

/**
 * The scheme of a sample's own sender.
 * @throws {UsageError} if its requests cannot be signed here
 */
export async function schemeOfSample(
  { id, sender, headers }: SampleRequest,
  command: string,
): Promise<Scheme> {
  const { schemes } = await import('@hookwell/core/signatures');
  const own = schemes.filter(({ senders }) => senders.includes(sender));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const scheme = own.find((each) => each.headers.some((header) => names.has(header))) ?? own[0];
  if (scheme !== undefined) return scheme;
  throw new UsageError(`No signature scheme is known for ${id}: --sign SCHEME names one`, command);
}

/** The headers of a sample without the signatures in it, and without its delivery id: what is signed is sent as new. */
export function unsignedHeaders(
  { headers }: Pick<SampleRequest, 'headers'>,
  { id }: Pick<Scheme, 'id'>,
): SampleRequest['headers'] {
  const idHeader = id !== undefined && 'header' in id ? id.header : undefined;
  return headers.filter(
    ([name]) => !/signature|hmac/i.test(name) && name.toLowerCase() !== idHeader,
  );
}
