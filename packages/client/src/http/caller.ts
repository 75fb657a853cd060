import type { OperationName, routes } from '@hookwell/core/api/routes';
import type { Calls } from '../contract/internal-types.ts';
import { addressOf, otherAnswers, type PathValues, type Query } from './address.ts';
import { HttpResponse, nextLinkIn } from './answer.ts';
import { HookwellError, isNotFound, unreachableError } from './error.ts';
import { backoff, Limit, patiently } from './patience.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The address of the service: `https://hooks.example.org`. Pages of the service itself leave it out. */
  baseUrl?: string | undefined;
  /** An API key (`wh-…`). Without one the browser's session cookie is the credential. */
  apiKey?: string | undefined;
  /** The id of a team to act for, in every call that can; else everything is about one's own account. */
  account?: number | undefined;
  /** A `fetch` in place of the platform's. */
  fetch?: Fetch | undefined;
  /** The timeout of calls that name none, in milliseconds: 30,000. */
  timeout?: number | undefined;
  /** The retries of calls that name none: 2. */
  retries?: number | undefined;
  /** The timeout of waits that name none, in milliseconds: 10,000. */
  waitTimeout?: number | undefined;
}

/** The options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. `AbortSignal.timeout(ms)` bounds all of it. */
  signal?: AbortSignal | undefined;
  /**
   * The longest silence of the service in milliseconds: before its answer, and between two pieces of it. After
   * it the call fails with status 0 and is not repeated. `Infinity` waits without end.
   */
  timeout?: number | undefined;
  /**
   * The number of times that a call is repeated after a failure that may pass: of the connection, 429, 502, 503
   * or 504. Only calls that do no harm twice are ever repeated, and so never a POST. 0 switches it off.
   */
  retries?: number | undefined;
  /** Hears the headers of an answer in JSON: the `ETag` of settings is their version. */
  onHeaders?: ((headers: Headers) => void) | undefined;
}

/** The routes that a client has: all, or those of its few calls, so that it loads no others. */
export type Routes = Partial<typeof routes>;

/** The input of one call. */
interface Input<Name extends OperationName> {
  path: PathValues<Name>;
  query?: Calls[Name]['query'] | undefined;
  /** Sent as JSON. */
  body?: Calls[Name]['body'] | undefined;
  /** A bearer credential in place of the API key. */
  bearer?: string | undefined;
}

/** Sends calls to the service, with the client's credential. */
export class Caller {
  readonly #routes: Routes;
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #account: number | undefined;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #retries: number;

  /** @throws {TypeError} if the base URL cannot be one, or is missing outside of browsers */
  constructor(
    routes: Routes,
    { baseUrl, apiKey, account, fetch, timeout = 30_000, retries = 2 }: ClientOptions = {},
  ) {
    if (baseUrl === undefined && fetch === undefined && !hasLocation()) {
      throw new TypeError('A baseUrl is needed outside of browsers');
    }
    this.#routes = routes;
    this.#baseUrl = baseUrl === undefined ? '' : withoutSlash(baseUrl);
    this.#apiKey = apiKey;
    this.#account = account;
    // Browsers reject a `fetch` that is called as a method of another object.
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#timeoutMs = timeout;
    this.#retries = retries;
  }

  /** Calls an operation that answers JSON. */
  json<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Calls[Name]['answer']> {
    return this.read(name, input, options, async (answer) => {
      options?.onHeaders?.(answer.headers);
      // The contract gives the type of the answer, which is not checked again.
      return (await answer.json()) as Calls[Name]['answer'];
    });
  }

  /** Calls an operation that answers one page of a list; `before` selects the page that follows, if there is one. */
  page<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<{ answer: Calls[Name]['answer']; before: string | undefined }> {
    return this.read(name, input, options, async (answer) => ({
      answer: (await answer.json()) as Calls[Name]['answer'],
      before: nextLinkIn(answer.headers)?.searchParams.get('before') ?? undefined,
    }));
  }

  /** Calls an operation that answers with nothing. */
  async empty<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<void> {
    await this.#send(name, input, options, async (limit, earlier) => {
      try {
        await this.open(name, input, limit, options?.timeout);
      } catch (error) {
        // The attempt before got no answer, but it has deleted the thing: now there is nothing left to delete.
        const isDeletedBefore =
          this.#routeOf(name).startsWith('DELETE ') &&
          earlier !== undefined &&
          isOutcomeUnknown(earlier);
        if (!(isDeletedBefore && isNotFound(error))) throw error;
      }
    });
  }

  /** Calls an operation whose answer is read by the given function. */
  read<Name extends OperationName, Result>(
    name: Name,
    input: Input<Name>,
    options: CallOptions | undefined,
    read: (answer: HttpResponse) => Promise<Result>,
  ): Promise<Result> {
    return this.#send(name, input, options, async (limit) => {
      return await read(await this.open(name, input, limit, options?.timeout));
    });
  }

  async #send<Result>(
    name: OperationName,
    { query }: Pick<Input<OperationName>, 'query'>,
    { signal, retries = this.#retries }: CallOptions = {},
    attempt: (limit: Limit, earlier: HookwellError | undefined) => Promise<Result>,
  ): Promise<Result> {
    const limit = new Limit(signal);
    try {
      const repeats = isRepeatable(name, this.#routeOf(name), query) ? retries : 0;
      return await repeat((earlier) => attempt(limit, earlier), repeats, limit);
    } finally {
      limit.end();
    }
  }

  /**
   * Sends one request; gives its answer once the status says that it is one. Rejects with the limit's reason if the
   * limit was aborted.
   * @throws {HookwellError} with any other status, and with status 0 if there is no answer
   */
  async open<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    limit: Limit,
    timeoutMs = this.#timeoutMs,
  ): Promise<HttpResponse> {
    const route = this.#routeOf(name);
    const account = actsForAccounts(name, route) ? this.#account : undefined;
    const { method, target } = addressOf(route, input.path, { ...input.query, account });
    limit.signal.throwIfAborted();
    limit.expect(timeoutMs);
    let response: Response;
    try {
      response = await this.#fetch(`${this.#baseUrl}${target}`, {
        method,
        headers: this.#headers(input),
        signal: limit.signal,
        credentials: this.#apiKey === undefined ? 'same-origin' : 'omit',
        cache: 'no-store',
        redirect: 'manual',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
    } catch (cause) {
      limit.signal.throwIfAborted();
      throw unreachableError(cause);
    }
    const answer = new HttpResponse(response, limit, timeoutMs);
    const isAnswer = response.ok || otherAnswers[name]?.includes(response.status);
    if (!isAnswer) throw await answer.error();
    return answer;
  }

  #routeOf(name: OperationName): string {
    const route = this.#routes[name];
    if (route === undefined) throw new TypeError(`This client has no ${name}`);
    return route;
  }

  #headers({ body, bearer = this.#apiKey }: Input<OperationName>): Record<string, string> {
    return {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
  }
}

/** Whether a call may be about a team. Log-ins and passwords are about people, and monitoring about the service. */
function actsForAccounts(name: OperationName, route: string): boolean {
  return name === 'getPrincipal' || / \/api\/(?!auth|service|openapi)/.test(route);
}

/** Whether `fetch` can resolve a path alone. Some runtimes have the name `location` without a value. */
function hasLocation(): boolean {
  return Reflect.get(globalThis, 'location') !== undefined;
}

function withoutSlash(baseUrl: string): string {
  if (!/^(https?:\/)?\//i.test(baseUrl)) {
    throw new TypeError(`"${baseUrl}" is no base URL: it must begin with http:// or https://`);
  }
  return baseUrl.replace(/\/+$/, '');
}

/** A call is not repeated if the service asks for a longer pause before the next attempt. */
const longestPauseMs = 10_000;

/** Operations that are never repeated, beside every POST. */
const neverRepeated: ReadonlySet<OperationName> = new Set<OperationName>([
  // The second attempt has no session once the account is gone.
  'deleteAccount',
  // Callers that ask for the state of the service want its state now.
  'getHealth',
  'getReadiness',
  'getMetrics',
]);

/** Without an end each would also clear the requests that were captured since the first attempt. */
const repeatedWithEnd: ReadonlySet<OperationName> = new Set<OperationName>([
  'clearRequests',
  'clearEndpointRequests',
]);

/** Whether two calls of the operation do no more than one. */
function isRepeatable(name: OperationName, route: string, query: Query = {}): boolean {
  if (repeatedWithEnd.has(name) && query.through === undefined) return false;
  return !route.startsWith('POST ') && !neverRepeated.has(name);
}

/** Whether there was no answer, or that of a proxy which got none: the service may have done its work. */
function isOutcomeUnknown({ status }: HookwellError): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * Runs the attempt until it succeeds, at most `1 + repeats` times. It is repeated after a failed connection
 * and after a 429, 502, 503 or 504, unless the service asks for a longer pause than 10 s. Rejects with the
 * last failure, and with the limit's reason once the limit is aborted.
 * @param attempt gets the failure before it
 */
async function repeat<Result>(
  attempt: (earlier: HookwellError | undefined) => Promise<Result>,
  repeats: number,
  limit: Limit,
): Promise<Result> {
  let earlier: HookwellError | undefined;
  const pauseBeforeNext = (error: unknown, failures: number): number | undefined => {
    if (!(error instanceof HookwellError) || failures >= repeats) return undefined;
    earlier = error;
    limit.relax();
    return pauseAfter(error, failures);
  };
  return await patiently(() => attempt(earlier), pauseBeforeNext, limit.signal);
}

function pauseAfter(error: HookwellError, failures: number): number | undefined {
  const isPassing = isOutcomeUnknown(error) || error.status === 429 || error.status === 503;
  const askedMs = (error.retryAfter ?? 0) * 1000;
  if (!isPassing || askedMs > longestPauseMs) return undefined;
  return Math.max(askedMs, backoff(failures));
}
