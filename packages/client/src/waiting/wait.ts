import { type Match as ParsedMatch, parseMatch, printMatch } from '@hookwell/core/match';
import type { StreamedRequest } from '../calls/requests.ts';
import { HookwellError, isNotFound, isPassing } from '../http/error.ts';
import { lookAtArrivals, Received } from './arrivals.ts';
import type { ExpectNoneOptions, WaitOptions } from './endpoint.ts';
import { checkSchema, fitted, type StandardSchemaV1 } from './schema-check.ts';
import { WaitError, type WaitErrorDetails } from './wait-error.ts';
import { Undecided, type WaitingClient, Watch, type WatchOptions } from './watch.ts';
import { counted, seconds, visible } from './wording.ts';

/** The oldest captured requests that match, as many as `count`; see `EndpointHandle`. */
export async function waitForCount(
  client: WaitingClient,
  token: string,
  count: number,
  match: string,
  { timeout = client.waitTimeout, after = 0, signal, schema }: WaitOptions = {},
): Promise<StreamedRequest[]> {
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new TypeError(`The count must be a whole number above 0, not ${count}`);
  }
  checkTime('timeout', timeout);
  if (schema !== undefined) checkSchema(schema);
  const options = { milliseconds: timeout, after, signal, schema };
  const parsed = parsedMatch(match);
  const collection = await collect(client, token, count, parsed, options);
  const { isComplete, matched, cause, explained } = collection;
  if (isComplete) return matched;
  const amount = count === 1 ? 'No request' : `${matched.length} of ${counted(count, 'request')}`;
  const when = timeout === 0 ? 'is stored' : `came within ${seconds(timeout)}`;
  const sentence = `${amount} ${when} that should match ${printed(parsed)}.`;
  throw new WaitError({ sentence, matched, timeout, cause, ...(await explained()) });
}

/** Makes sure that no captured request matches; see `EndpointHandle`. */
export async function expectNone(
  client: WaitingClient,
  token: string,
  match: string,
  { for: timeout, after = 0, signal }: ExpectNoneOptions,
): Promise<void> {
  checkTime('for', timeout);
  const options = { milliseconds: timeout, after, signal };
  const parsed = parsedMatch(match);
  const collection = await collect(client, token, 1, parsed, options);
  const { isComplete, matched, cause, explained } = collection;
  if (!isComplete && cause === undefined) return;
  const sentence = isComplete
    ? `Request #${matched[0]?.id} came, but none should match ${printed(parsed)}.`
    : `Perhaps no request came that matches ${printed(parsed)}.`;
  throw new WaitError({ sentence, matched, timeout, cause, ...(await explained()) });
}

/**
 * @throws {MatchError} if the text is no match
 * @throws {TypeError} if it is no text
 */
function parsedMatch(match: string): ParsedMatch {
  // JavaScript gives anything at all.
  if (typeof match !== 'string') throw new TypeError('A match is a text in the match language');
  return parseMatch(match);
}

/** A match for a sentence, safe for a terminal. */
function printed(match: ParsedMatch): string {
  return match.terms.length === 0 ? 'any request' : visible(printMatch(match));
}

function checkTime(name: string, milliseconds: number): void {
  if (!(milliseconds >= 0)) {
    throw new TypeError(`"${name}" must be a number of milliseconds, not ${milliseconds}`);
  }
}

/** The requests that were found until there were enough of them, or the time was over. */
interface Collection {
  isComplete: boolean;
  matched: StreamedRequest[];
  /** The reason that more requests may exist than were found. */
  cause: unknown;
  /** The parts of a message that are not known yet. */
  explained(): Promise<Pick<WaitErrorDetails, 'received' | 'explains' | 'wasReached'>>;
}

interface CollectOptions extends WatchOptions {
  /** The schema that the body of each request that matches must fit. */
  schema?: StandardSchemaV1 | undefined;
}

/** @throws {WaitError} as soon as the body of a request that matches does not fit the schema */
async function collect(
  client: WaitingClient,
  token: string,
  count: number,
  match: ParsedMatch,
  options: CollectOptions,
): Promise<Collection> {
  const matched: StreamedRequest[] = [];
  const text = match.terms.length === 0 ? undefined : printMatch(match);
  const watch = new Watch(client, token, { ...options, match: text }, async (request) => {
    return matched.push(await taken(request, matched, options)) === count;
  });
  const outcome = await outcomeOf(watch, token);
  const { after, signal } = options;
  return {
    ...outcome,
    matched,
    explained: async () => {
      if (outcome.cause instanceof HookwellError) return unexplained(watch);
      const arrivals = { match, after, matched, signal };
      const received = await lookAtArrivals(client, token, arrivals);
      return { received, explains: true, wasReached: watch.wasReached || received.isKnown };
    },
  };
}

/** The service is away: nothing is known of other requests. */
function unexplained({ wasReached }: Watch): Awaited<ReturnType<Collection['explained']>> {
  return { received: receivedOf([]), explains: false, wasReached };
}

/**
 * A request that matches, with its body as the schema gives it.
 * @throws {WaitError} if the body does not fit
 */
async function taken(
  request: StreamedRequest,
  before: readonly StreamedRequest[],
  { schema, milliseconds: timeout }: CollectOptions,
): Promise<StreamedRequest> {
  if (schema === undefined) return request;
  const outcome = await fitted(schema, request);
  if (!Array.isArray(outcome)) return outcome;
  const matched = [...before, request];
  const received = receivedOf(matched);
  const sentence = `The body of request #${request.id} does not fit the schema:`;
  const known = { matched, received, timeout, explains: false, wasReached: true };
  throw new WaitError({ sentence, issues: outcome, ...known });
}

/** These requests, while nothing is told of others. */
function receivedOf(requests: readonly StreamedRequest[]): Received {
  const received = new Received();
  received.isKnown = false;
  for (const request of requests) received.add({ request, findings: [], matches: true });
  return received;
}

async function outcomeOf(
  watch: Watch,
  token: string,
): Promise<Pick<Collection, 'isComplete' | 'cause'>> {
  try {
    return { isComplete: await watch.run(), cause: undefined };
  } catch (error) {
    if (isNotFound(error)) throw goneError(token, error);
    // The service was away when the time was over, or not all requests could be examined in time.
    if (!(error instanceof Undecided || isPassing(error))) throw error;
    return { isComplete: false, cause: error };
  }
}

function goneError(token: string, cause: HookwellError): HookwellError {
  const sentence = `The endpoint ${token} does not exist, or was deleted while it was waited on`;
  return new HookwellError(sentence, { status: 404, cause });
}
