import type { CallOptions, CreatedEndpoint, Endpoint, HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { visible } from '../output/text.ts';
import { connect, connectAsAnyone, type ServiceValues } from './connect.ts';
import { noEndpoint } from './not-found.ts';
import { statusOf } from './service-failure.ts';

/** The operand of commands whose first word names an endpoint. */
export const tokenOperand = {
  placeholder: 'TOKEN',
  description: 'The endpoint: its token, its receive URL or its name.',
} as const;

/**
 * The token of the endpoint that a text means: a token or a whole receive URL, else a name. A text in the form of a token that
 * means none of the account's endpoints is taken for one: the next call tells whether it is, and anybody may send to it.
 * @throws {CommandFailure} if no endpoint has the name, or several have it
 */
export async function endpointToken(
  text: string,
  { endpoints }: HookwellClient,
  signal?: AbortSignal,
): Promise<string> {
  const token = tokenIn(text);
  if (token === undefined) return meantEndpoint(text, await endpoints.list({ signal })).token;
  const asked = endpoints.list({ signal, retries: 0, timeout: longestLookUpMs });
  const known = await asked.catch((error: unknown) => {
    signal?.throwIfAborted();
    // Without an account, or a service yet, nothing has a name.
    if (statusOf(error) === undefined) throw error;
    return [];
  });
  return (endpointIn(known, text) ?? { token }).token;
}

/** The same, where no endpoint has to be meant. */
export async function endpointTokenIfAny(
  text: string | undefined,
  client: HookwellClient,
): Promise<string | undefined> {
  return text === undefined ? undefined : await endpointToken(text, client);
}

/**
 * A client for a command that names an endpoint and does nothing else that needs an account: only a name needs one.
 * @throws {CommandFailure} if it needs one, and nobody is logged in
 */
export async function connectFor(
  text: string,
  service: ServiceValues,
  world: Surroundings,
): Promise<HookwellClient> {
  return await (tokenIn(text) === undefined ? connect : connectAsAnyone)(service, world);
}

/**
 * A client for a command about one endpoint, and the token of that endpoint.
 * @throws {CommandFailure} as `connect` and `endpointToken`
 */
export async function connectToEndpoint(
  text: string,
  service: ServiceValues,
  world: Surroundings,
  signal?: AbortSignal,
): Promise<{ client: HookwellClient; token: string }> {
  const client = await connect(service, world);
  return { client, token: await endpointToken(text, client, signal) };
}

/** The time that the service has to tell whether a text in the form of a token is a name. */
const longestLookUpMs = 3000;

/** The token in a text that has the form of a token, or of a whole receive URL; `undefined` for what can only be a name. */
function tokenIn(text: string): string | undefined {
  const [, token] = /^https?:\/\/.*?\/wh\/([0-9A-Za-z]+)([/?#]|$)/i.exec(text) ?? [];
  return token ?? /^[a-z0-9]{26,64}$/.exec(text)?.[0];
}

/** The most tokens in a sentence. */
const mostShownTokens = 10;

/**
 * The one of these endpoints that a text means: by its token or receive URL, else by its name.
 * @throws {CommandFailure} if it is none of them, or several have the name
 */
export function meantEndpoint(text: string, endpoints: readonly Endpoint[]): Endpoint {
  const found = endpointIn(endpoints, text);
  if (found !== undefined) return found;
  const token = tokenIn(text);
  const name = `No endpoint has the token or the name ${JSON.stringify(text)}`;
  throw new CommandFailure(token === undefined ? name : noEndpoint(token));
}

/** @throws {CommandFailure} if several have the name */
function endpointIn(endpoints: readonly Endpoint[], text: string): Endpoint | undefined {
  const token = tokenIn(text);
  const known = endpoints.find((endpoint) => endpoint.token === token);
  if (known !== undefined) return known;
  const exactly = endpoints.filter(({ badgeName }) => badgeName === text);
  // The same letters may be written as other characters: keyboards and file systems make them so.
  const alike = ({ badgeName }: Endpoint) => badgeName.normalize() === text.normalize();
  const named = exactly.length > 0 ? exactly : endpoints.filter(alike);
  if (named.length < 2) return named[0];
  throw new CommandFailure(
    `${named.length} endpoints have the name ${JSON.stringify(text)}, name one by its token: ${shownTokens(named)}`,
  );
}

/** The tokens of endpoints with one name, oldest first, for a sentence. */
export function shownTokens(endpoints: readonly Endpoint[]): string {
  const tokens = endpoints.slice(0, mostShownTokens).map(({ token }) => token);
  return tokens.join(', ') + (endpoints.length > tokens.length ? ', …' : '');
}

/** What an endpoint is called in a question: its token, after the name that it was meant by. */
export function endpointTitle(text: string, token: string): string {
  return tokenIn(text) === token ? token : `${visible(JSON.stringify(text))} (${token})`;
}

/** The receive URL of an endpoint. */
export function receiveUrl(receiveBaseUrl: string, { token }: { token: string }): string {
  return `${receiveBaseUrl}/wh/${token}`;
}

/**
 * The receive URL that a word means. A given one is used unchanged: sending to it needs no credential.
 * @throws {CommandFailure} if no endpoint has the name, or several have it
 */
export async function receiveUrlOf(
  word: string,
  service: ServiceValues,
  world: Surroundings,
): Promise<string> {
  const [given] = /^https?:\/\/.*?\/wh\/[^/?#]+/i.exec(word) ?? [];
  if (given !== undefined && URL.canParse(given)) return given;
  const client = await connectFor(word, service, world);
  const token = await endpointToken(word, client);
  return receiveUrl((await client.service.get()).receiveBaseUrl, { token });
}

/**
 * A new endpoint.
 * @throws {CommandFailure} if the plan's limit is reached, with the number of the limit and a remedy
 */
export async function createEndpoint(
  client: HookwellClient,
  options: CallOptions = {},
): Promise<CreatedEndpoint> {
  try {
    return await client.endpoints.create(options);
  } catch (error) {
    const isRefused = statusOf(error) === 403 && errorMessage(error).startsWith('URL limit');
    if (!isRefused) throw error;
    const rooms = await roomsOf(client, options).catch(() => '');
    const remedy = '"hookwell endpoints delete TOKEN" makes room';
    throw new CommandFailure(`${errorMessage(error)}${rooms}: ${remedy}`, { cause: error });
  }
}

/**
 * A new endpoint that keeps X- headers.
 * @throws {CommandFailure} as `createEndpoint`
 */
export async function createKeepingEndpoint(
  client: HookwellClient,
  options: CallOptions = {},
): Promise<CreatedEndpoint> {
  const created = await createEndpoint(client, options);
  try {
    await client.endpoints.settings(created.token).put({ xHeaders: 'keep' }, options);
    return created;
  } catch (error) {
    // The user did not ask for an endpoint that drops them.
    await client.endpoints.delete(created.token);
    throw error;
  }
}

/** ` (free: 3 endpoints; plus: 25, enterprise: 250)`, the larger ones where they are sold. */
async function roomsOf(client: HookwellClient, options: CallOptions): Promise<string> {
  const [{ plan: own }, { plans, sellsPlans }] = await Promise.all([
    client.auth.me(options),
    client.service.get(options),
  ]);
  const room = plans.find(({ plan }) => plan === own)?.endpoints;
  if (room === undefined) return '';
  const better = sellsPlans ? plans.filter(({ endpoints }) => endpoints > room) : [];
  const others = better.map(({ plan, endpoints }) => `${plan}: ${endpoints}`).join(', ');
  return ` (${own}: ${room} endpoints${others === '' ? '' : `; ${others}`})`;
}
