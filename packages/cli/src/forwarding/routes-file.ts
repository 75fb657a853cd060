import { MatchError } from '@hookwell/core/match';
import {
  itemsOf,
  type Members,
  memberPlace,
  membersOf,
  readFilledDocument,
  SetupError,
  textOf,
} from '@hookwell/core/rules/files';
import { findScheme, schemes } from '@hookwell/core/signatures';
import { localMatch } from '../captured-requests/local-match.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readDuration } from '../command-line/parse-values.ts';
import { readTextFile } from '../input/input.ts';
import { parseTarget } from '../sending/sending-options.ts';
import {
  type SigningChoice,
  secretOf,
  signingFor,
  withoutEvent,
} from '../signatures/signing-options.ts';
import {
  checkedAnswerWait,
  defaultRetryMs,
  noStatuses,
  type RetryPlan,
  readRetryStatuses,
} from './retrying.ts';

/** What becomes of the requests of an endpoint. */
export interface PlannedRoute {
  /** Only those that match, in the match language. */
  match: string | undefined;
  /** The address to forward to. */
  target: URL | undefined;
  /** Senders wait so long for the answers of the target, in milliseconds; `undefined`: they get none of them. */
  answerMs: number | undefined;
  retry: RetryPlan;
  signing: SigningChoice | undefined;
}

/** Such a route of a file. */
export interface FiledPlan
  extends PlannedRoute,
    Pick<FiledRoute, 'place' | 'endpoint' | 'isFilled'> {
  target: URL;
}

/**
 * The routes of a file; `-` is standard input. All faults of it are found here, before a service is asked.
 * @throws {UsageError} if it cannot be read, or has a fault: the sentence names its place
 */
export async function routesIn(
  file: string,
  world: Surroundings,
  command: string,
): Promise<{ file: string; routes: readonly FiledPlan[] }> {
  const source = file === '-' ? 'Standard input' : file;
  try {
    const routes = readRoutesFile(
      await readTextFile(file, world, mostFileBytes),
      world.environment,
    );
    const plans: FiledPlan[] = [];
    for (const { sign, ...route } of routes) {
      plans.push({
        ...route,
        signing: sign && (await signingOfRoute(route, sign, world, command)),
      });
    }
    return { file: source, routes: plans };
  } catch (error) {
    if (error instanceof CommandFailure) throw new UsageError(error.message, command);
    if (!(error instanceof SetupError)) throw error;
    throw new UsageError(`${source}: ${error.message}`, command);
  }
}

/** @throws {SetupError} if there is no such secret, or nothing can be signed with it */
async function signingOfRoute(
  { place }: Pick<FiledRoute, 'place'>,
  { scheme, secretEnv }: NonNullable<FiledRoute['sign']>,
  world: Surroundings,
  command: string,
): Promise<SigningChoice> {
  const secret = secretOf(secretEnv, world);
  if (secret === undefined || secret === '') {
    const lack = secret === undefined ? 'is not set' : 'is empty';
    throw new SetupError(
      `${place}.sign.secretEnv`,
      `the environment variable ${shownName(secretEnv)}${lack}`,
    );
  }
  const onNoEvent = (header: string) => world.note(`${place}: ${withoutEvent(header)}`);
  const parts = { secret, event: undefined, address: undefined, onNoEvent };
  try {
    return await signingFor(
      { choice: { name: scheme, file: undefined }, ...parts },
      world,
      command,
    );
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CommandFailure)) throw error;
    throw new SetupError(`${place}.sign`, error.message, { cause: error });
  }
}

/** The name of a variable as names usually are. Another one may be the secret itself, put there by mistake: it stays unsaid. */
function shownName(name: string): string {
  return /^[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,15})*$/.test(name) ? `${name} ` : 'of this name ';
}

/** A route as a file describes it: the requests of an endpoint, and what becomes of them. */
export interface FiledRoute {
  /** `listen[0]` */
  place: string;
  /** The word that names the endpoint: a token, a receive URL or a name. */
  endpoint: string;
  /** Whether a part of this word comes from the environment: then no sentence shows it. */
  isFilled: boolean;
  /** In the match language. */
  match: string | undefined;
  target: URL;
  /** Senders wait so long for the target's answers, in milliseconds. */
  answerMs: number | undefined;
  retry: RetryPlan;
  sign: { scheme: string; secretEnv: string } | undefined;
}

/** The members of a route. */
const members = ['endpoint', 'match', 'forward', 'sign', 'answer', 'retry'];

/** The most routes: each has a live stream of its own, of which a service grants an account some hundreds at most. */
const mostRoutes = 200;

/** The most bytes of a file of routes. */
const mostFileBytes = 256 * 1024;

/**
 * Reads a file of routes, in YAML or JSON: `listen: [{endpoint, match, forward, sign, answer, retry}]`.
 * @throws {SetupError} at the first fault; no sentence shows a value of the environment
 */
function readRoutesFile(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): FiledRoute[] {
  return readFilledDocument(text, environment, (document, used) => {
    const filled = new Set(used.map(({ place }) => place));
    const { listen } = membersOf(document, '', ['listen']);
    const routes = itemsOf(listen, 'listen').map(({ item, place }) =>
      readRoute(item, place, filled),
    );
    if (routes.length === 0) throw new SetupError('listen', 'there is no route in it');
    if (routes.length <= mostRoutes) return routes;
    throw new SetupError('listen', `a file has at most ${mostRoutes} routes`);
  });
}

function readRoute(value: unknown, place: string, filled: ReadonlySet<string>): FiledRoute {
  const route = membersOf(value, place, members);
  const at = (name: string) => memberPlace(place, name);
  const endpoint = textOf(route.endpoint, at('endpoint'));
  if (endpoint === '') throw new SetupError(at('endpoint'), 'this names no endpoint');
  return {
    place,
    endpoint,
    isFilled: filled.has(at('endpoint')),
    match: readMatch(route.match, at('match')),
    target: readTarget(route.forward, at('forward')),
    answerMs: readAnswer(route.answer, at('answer')),
    retry: readRetry(route.retry, at('retry')),
    sign: readSign(route.sign, at('sign'), filled),
  };
}

function readMatch(value: unknown, place: string): string | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value, place);
  try {
    return localMatch(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new SetupError(place, error.message, { cause: error });
  }
}

/** A bare port may stand there as a number. */
function readTarget(value: unknown, place: string): URL {
  const text = textOf(typeof value === 'number' ? String(value) : value, place);
  try {
    return parseTarget(text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SetupError(place, error.message, { cause: error });
  }
}

function readAnswer(value: unknown, place: string): number | undefined {
  if (value === undefined) return undefined;
  return orSetupError(() => checkedAnswerWait(readTime(value, place)), place);
}

function readRetry(value: unknown, place: string): RetryPlan {
  if (value === undefined) return { retryMs: defaultRetryMs, retryStatuses: noStatuses };
  const { statuses, for: time } = membersOf(value, place, ['statuses', 'for']);
  const retryMs = time === undefined ? defaultRetryMs : readTime(time, memberPlace(place, 'for'));
  const retryStatuses = readStatuses(statuses, memberPlace(place, 'statuses'));
  if (retryMs > 0 || retryStatuses.size === 0) return { retryMs, retryStatuses };
  throw new SetupError(
    memberPlace(place, 'for'),
    'with 0 nothing is tried again, whatever the statuses',
  );
}

function readStatuses(value: unknown, place: string): ReadonlySet<number> {
  const words = itemsOf(value, place).map(({ item, place }) =>
    textOf(typeof item === 'number' ? String(item) : item, place),
  );
  if (value !== undefined && words.length === 0) throw new SetupError(place, 'there is none in it');
  return orSetupError(() => readRetryStatuses(words), place);
}

/** A time span; a bare number means seconds. */
function readTime(value: unknown, place: string): number {
  const text = textOf(typeof value === 'number' ? String(value) : value, place);
  return orSetupError(() => readDuration(text), place);
}

function readSign(value: unknown, place: string, filled: ReadonlySet<string>): FiledRoute['sign'] {
  if (value === undefined) return undefined;
  const sign: Members = membersOf(value, place, ['scheme', 'secretEnv']);
  const scheme = textOf(sign.scheme, memberPlace(place, 'scheme'));
  if (findScheme(scheme) === undefined) {
    const known = schemes.map(({ name }) => name).join(', ');
    throw new SetupError(memberPlace(place, 'scheme'), `this is none of ${known}`);
  }
  const secretPlace = memberPlace(place, 'secretEnv');
  const secretEnv = textOf(sign.secretEnv, secretPlace);
  if (!filled.has(secretPlace)) return { scheme, secretEnv };
  // It would be the secret itself, and no name of a variable.
  throw new SetupError(
    secretPlace,
    'this must be the name of an environment variable, and not its value',
  );
}

/** The result of the function, whose RangeErrors end a sentence about the value at this place. */
function orSetupError<Result>(read: () => Result, place: string): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SetupError(place, `this ${error.message}`, { cause: error });
  }
}
