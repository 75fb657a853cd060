import type { Endpoint, HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { timeSpan } from '../output/amounts.ts';
import { visible } from '../output/text.ts';
import { createKeepingEndpoint, meantEndpoint, receiveUrl } from '../service/endpoints.ts';
import type { FiledPlan } from './routes-file.ts';

/** The endpoints whose captured requests are wanted. */
export interface ChosenEndpoints {
  /** The token of a single endpoint; `undefined` for all of them. */
  token: string | undefined;
  /** The name of an endpoint, if there are several. */
  placeOf(endpointId: number): string | undefined;
  /** Their receive URLs. */
  urls: readonly string[];
  /** The name under which notes tell of them, if the command has several routes. */
  label?: string;
  /** The sentence that a command begins with. Senders wait so long for the answers of the target, if they wait at all. */
  announcement(target: URL | undefined, answerMs?: number): string;
}

/**
 * The endpoint that this word names; without a word the only endpoint, or a new one if there is none; or all of them.
 * @throws {UsageError} if there are several and none is named
 * @throws {CommandFailure} if no endpoint has the token or the name, or several have the name
 */
export async function chooseEndpoints(
  { endpoint: word, all }: { endpoint: string | undefined; all: boolean },
  client: HookwellClient,
  world: Surroundings,
  signal: AbortSignal,
): Promise<ChosenEndpoints> {
  const [endpoints, { receiveBaseUrl }] = await Promise.all([
    client.endpoints.list({ signal }),
    client.service.get({ signal }),
  ]);
  const urlOf = (endpoint: Endpoint) => receiveUrl(receiveBaseUrl, endpoint);
  const end = world.output.isTerminal ? ' (Ctrl-C ends it)' : '';
  if (all) return everyEndpoint(endpoints, endpoints.map(urlOf), end);
  if (word === undefined && endpoints.length === 0) {
    const created = await createKeepingEndpoint(client, { signal });
    // A new receive URL is always shown: without it nobody could send anything.
    world.note(`Created ${created.url}`);
    return oneEndpoint(created.token, created.url, end);
  }
  const endpoint = word === undefined ? onlyOne(endpoints) : meantEndpoint(word, endpoints);
  return oneEndpoint(endpoint.token, urlOf(endpoint), end);
}

/**
 * The endpoints that the routes of a file name, one for each.
 * @throws {CommandFailure} that names the place of a word that means none, or several
 */
export async function chooseForRoutes(
  routes: readonly FiledPlan[],
  source: string,
  client: HookwellClient,
  signal: AbortSignal,
): Promise<ChosenEndpoints[]> {
  const [endpoints, { receiveBaseUrl }] = await Promise.all([
    client.endpoints.list({ signal }),
    client.service.get({ signal }),
  ]);
  const chosen = routes.map((route) => meantByRoute(route, source, endpoints));
  const namesakes = Map.groupBy(new Set(chosen), ({ badgeName }) => badgeName);
  return chosen.map((endpoint, index) => {
    const { token, badgeName } = endpoint;
    const hasNamesake = (namesakes.get(badgeName) ?? []).length > 1;
    const isAlone = chosen.indexOf(endpoint) === chosen.lastIndexOf(endpoint);
    const parts = [...(hasNamesake ? [token] : []), ...(isAlone ? [] : [routes[index]?.place])];
    const label = visible(badgeName) + (parts.length === 0 ? '' : ` (${parts.join(', ')})`);
    const url = receiveUrl(receiveBaseUrl, endpoint);
    return {
      ...oneEndpoint(token, url, ''),
      label,
      placeOf: () => label,
    };
  });
}

function meantByRoute(
  { endpoint, place, isFilled }: FiledPlan,
  source: string,
  endpoints: readonly Endpoint[],
): Endpoint {
  try {
    return meantEndpoint(endpoint, endpoints);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const sentence = isFilled
      ? 'with the value of the environment variable this names no endpoint, or several'
      : error.message;
    throw new CommandFailure(`${source}: ${place}.endpoint: ${sentence}`);
  }
}

function onlyOne(endpoints: readonly Endpoint[]): Endpoint {
  const [only, ...others] = endpoints;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    `There are ${endpoints.length} endpoints: name one ("hookwell endpoints list"), or say --all`,
    'listen',
  );
}

function oneEndpoint(token: string, url: string, end: string): ChosenEndpoints {
  return {
    token,
    urls: [url],
    placeOf: () => undefined,
    announcement: (target, answerMs) => `Listening at ${url}${whereTo(target, answerMs)}${end}`,
  };
}

function everyEndpoint(
  endpoints: readonly Endpoint[],
  urls: readonly string[],
  end: string,
): ChosenEndpoints {
  const names = new Map(endpoints.map(({ id, badgeName }) => [id, badgeName]));
  return {
    token: undefined,
    urls,
    // Endpoints that were created later have no name here.
    placeOf: (id) => names.get(id) ?? `endpoint ${id}`,
    announcement: (target) => `Listening at all your endpoints${whereTo(target)}${end}`,
  };
}

function whereTo(target: URL | undefined, answerMs?: number): string {
  if (target === undefined) return '';
  const answers =
    answerMs === undefined
      ? ''
      : `, whose answers within ${timeSpan(answerMs)} go back to the senders`;
  return `, forwarding to ${visible(target.href)}${answers}`;
}
