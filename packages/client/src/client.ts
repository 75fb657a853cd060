import { routes } from '@hookwell/core/api/routes';
import { AuditCalls } from './calls/audit.ts';
import type { StreamedRequest, StreamedSummary, Viewed } from './calls/requests.ts';
import { ShareCalls } from './calls/shares.ts';
import { TeamCalls } from './calls/teams.ts';
import { Caller, type ClientOptions } from './http/caller.ts';
import type { Replay, Replayable, ReplayOptions } from './replaying/replay.ts';
import { ApiClient } from './stream/api-client.ts';
import { RequestStream, type StreamOptions } from './stream/request-stream.ts';
import {
  EndpointHandle,
  TemporaryEndpoint,
  type TemporaryEndpointOptions,
} from './waiting/endpoint.ts';

/**
 * The API of a Hookwell service. A page of the service itself needs no options: its session cookie is
 * the credential. Programs elsewhere give the address and an API key:
 *
 *     const hookwell = new HookwellClient({ baseUrl: 'https://hooks.example.org', apiKey: 'wh-…' });
 *     const { url, token } = await hookwell.endpoints.create();
 *     for await (const request of hookwell.stream({ endpoint: token })) console.log(request.body);
 *
 * Every call rejects with a HookwellError, or with the reason of its own signal.
 */
export class HookwellClient extends ApiClient {
  readonly shares: ShareCalls;
  readonly teams: TeamCalls;
  readonly audit: AuditCalls;
  readonly #caller: Caller;
  /** The timeout of waits that name none, in milliseconds. */
  readonly waitTimeout: number;

  /** @throws {TypeError} if the base URL cannot be one, or is missing outside of browsers */
  constructor(options: ClientOptions = {}) {
    const caller = new Caller(routes, options);
    super(caller);
    this.shares = new ShareCalls(caller);
    this.teams = new TeamCalls(caller);
    this.audit = new AuditCalls(caller);
    this.#caller = caller;
    this.waitTimeout = options.waitTimeout ?? 10_000;
  }

  /** The captured requests, live. The stream opens once it is iterated over, and never ends by itself. */
  stream(options?: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
  stream(options: StreamOptions): RequestStream<StreamedRequest | StreamedSummary>;
  stream(options: StreamOptions = {}): RequestStream<StreamedRequest | StreamedSummary> {
    return new RequestStream(this.#caller, options);
  }

  /**
   * Sends captured requests to a receiver, one after the other, with the faults that a sender or the way may have: a
   * receiver that is right bears them. An answer of any status is an outcome and no error.
   *
   *     const { seed } = await hookwell.replay(requests, 'http://localhost:3000/hook', { duplicate: 2, shuffle: true });
   *
   * `fetch` sends them, which joins repeated headers and adds some of its own; `hookwell replay` sends the exact bytes.
   * @throws {RangeError} if a fault is out of its range
   * @throws {TypeError} if the target is no address
   * @throws {HookwellError} if a captured request cannot be read
   */
  async replay(
    requests: Iterable<Replayable>,
    target: string | URL,
    options?: ReplayOptions,
  ): Promise<Replay> {
    const { replay } = await import('./replaying/replay.ts');
    return await replay(this.requests, requests, target, options);
  }

  /** An endpoint to wait at, by its token. It asks the service nothing. */
  endpoint(token: string): EndpointHandle {
    return new EndpointHandle(this, token);
  }

  /**
   * Makes an endpoint for the time being: `await using endpoint = await hookwell.temporaryEndpoint();`
   * @throws {HookwellError} 400 if the name cannot be one, 403 if the plan's limit is reached
   */
  async temporaryEndpoint({
    name,
    ...options
  }: TemporaryEndpointOptions = {}): Promise<TemporaryEndpoint> {
    const endpoint = new TemporaryEndpoint(this, await this.endpoints.create(options));
    if (name === undefined) return endpoint;
    try {
      await this.endpoints.rename(endpoint.token, name, options);
      return endpoint;
    } catch (error) {
      await endpoint.delete();
      throw error;
    }
  }
}
