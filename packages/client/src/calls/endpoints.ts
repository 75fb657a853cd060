import type {
  BodySchema,
  Delivery,
  EndpointContract,
  EndpointSettings,
  ReceivedEvent,
} from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** The selection of one page of deliveries. */
export interface DeliverySelection {
  /** The most deliveries: 1 to 1000, else 100. */
  limit?: number | undefined;
  /** Only deliveries whose first attempt is a captured request with a lower id. */
  before?: number | undefined;
}

export interface DeliveryOptions extends DeliverySelection, CallOptions {}

export interface DeletionOptions extends CallOptions {
  /** Deletes only if nothing was ever captured there. */
  empty?: boolean | undefined;
}

interface FreshnessOptions extends CallOptions {
  /** How old the newest request may be, from 1s to 30d: `1h`, `30m`. */
  within: string;
}

/** The captured requests that a schema is made from. */
export interface SchemaOptions extends CallOptions {
  /** Only this event; the empty text stands for those that name none. */
  event?: string | undefined;
  /** Only captured requests that match, in the match language. */
  match?: string | undefined;
  /** The most JSON bodies, the newest first: 1 to 10,000, else 1000. */
  limit?: number | undefined;
}

/** What came of each event among some captured requests, the latest first. */
export interface EventPage {
  items: ReceivedEvent[];
  /** Selects the page that follows, of older requests: an event may come again there. Absent on the last page. */
  next?: { before: number };
}

/** Some deliveries, newest first: by their first attempts. */
export interface DeliveryPage {
  items: Delivery[];
  /** Selects the page that follows, with older ones. Absent on the last page. */
  next?: DeliverySelection;
}

const defaultPageSize = 100;

/** Endpoints, which webhooks are sent to. All these calls take a session or an API key. */
export class EndpointCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every endpoint of the account, oldest first. */
  list(options?: CallOptions) {
    return this.#caller.json('listEndpoints', { path: {} }, options);
  }

  /**
   * Makes a new endpoint; its `url` is the receive URL.
   * @throws {HookwellError} 403 if the plan's limit is reached
   */
  create(options?: CallOptions) {
    return this.#caller.json('createEndpoint', { path: {} }, options);
  }

  /**
   * Sets the name of an endpoint (1 to 100 characters) and gives the endpoint as it is now.
   * @throws {HookwellError} 400 if the name cannot be one, 404 if the token is unknown
   */
  rename(token: string, badgeName: string, options?: CallOptions) {
    const input = { path: { token }, body: { badgeName } };
    return this.#caller.json('updateEndpoint', input, options);
  }

  /**
   * Deletes an endpoint with all its captured requests. Its receive URL stops at once.
   * @throws {HookwellError} 404 if the token is unknown, 409 if it must be empty and is not
   */
  delete(token: string, { empty, ...options }: DeletionOptions = {}) {
    const query = empty ? { empty: 'true' } : undefined;
    return this.#caller.empty('deleteEndpoint', { path: { token }, query }, options);
  }

  /** The calls for an endpoint's settings: `endpoints.settings(token).get()`. The method itself asks the service nothing. */
  settings(token: string): SettingsCalls {
    return new SettingsCalls(this.#caller, token);
  }

  /**
   * One page of the deliveries of an endpoint with settings, each with its attempts.
   * @throws {HookwellError} 400 if a number is not allowed, 404 if the token is unknown
   */
  async deliveries(token: string, options: DeliveryOptions = {}): Promise<DeliveryPage> {
    const { limit = defaultPageSize, before } = options;
    const input = { path: { token }, query: { limit, before } };
    const { answer: items, before: next } = await this.#caller.page(
      'listDeliveries',
      input,
      options,
    );
    return next === undefined ? { items } : { items, next: { limit, before: Number(next) } };
  }

  /**
   * All deliveries of an endpoint, newest first, read page by page as the consumer reaches them.
   * @throws {HookwellError} as `deliveries` does
   */
  async *eachDelivery(token: string, options: CallOptions = {}): AsyncGenerator<Delivery, void> {
    let next: DeliverySelection | undefined = {};
    while (next !== undefined) {
      const page: DeliveryPage = await this.deliveries(token, { ...options, ...next });
      yield* page.items;
      next = page.next;
    }
  }

  /**
   * The requests to an endpoint that were not stored, and why, newest first: 100 rows of the last 7 days at most. Those of the same
   * reason, status, method and network within a minute are one row, with their `count`; it is shown about a second after the first.
   * `status` is missing where the sender got no answer, `bytes` where there was no body.
   * @throws {HookwellError} 404 if the token is unknown
   */
  refusals(token: string, options?: CallOptions) {
    return this.#caller.json('listRefusals', { path: { token } }, options);
  }

  /**
   * What came of each event, by the newest 10,000 captured requests below `before`.
   * @throws {HookwellError} 404 if the token is unknown
   */
  async events(
    token: string,
    { before, ...options }: CallOptions & { before?: number | undefined } = {},
  ): Promise<EventPage> {
    const input = { path: { token }, query: { before } };
    const { answer: items, before: next } = await this.#caller.page('listEvents', input, options);
    return next === undefined ? { items } : { items, next: { before: Number(next) } };
  }

  /**
   * A JSON Schema (2020-12) of the newest JSON bodies, without any of their values.
   * @throws {HookwellError} 400 if the match makes no sense, 404 if the token is unknown or there is no such body
   */
  schema(
    token: string,
    { event, match, limit, ...options }: SchemaOptions = {},
  ): Promise<BodySchema> {
    const input = { path: { token }, query: { event, match, limit } };
    return this.#caller.json('getSchema', input, options);
  }

  /** The calls for an endpoint's contract: `endpoints.contract(token).get()`. The method itself asks the service nothing. */
  contract(token: string): ContractCalls {
    return new ContractCalls(this.#caller, token);
  }

  /**
   * Whether a request came lately: `{ fresh, newestAt?, newestId? }`, with the time as ISO 8601 text. Nothing fresh is no error.
   * @throws {HookwellError} 400 if `within` makes no sense, 404 if the token is unknown
   */
  freshness(token: string, { within, ...options }: FreshnessOptions) {
    return this.#caller.json('getFreshness', { path: { token }, query: { within } }, options);
  }

  /** Deletes every endpoint of the account with its captured requests, and makes one new endpoint. */
  regenerate(options?: CallOptions) {
    return this.#caller.json('regenerateEndpoints', { path: {} }, options);
  }
}

/** The settings of one endpoint: what it answers. All these calls take a session or an API key. */
export class SettingsCalls {
  readonly #caller: Caller;
  readonly #path: { token: string };

  constructor(caller: Caller, token: string) {
    this.#caller = caller;
    this.#path = { token };
  }

  /**
   * The settings; `{}` if there are none.
   * @throws {HookwellError} 404 if the token is unknown
   */
  get(options?: CallOptions) {
    return this.#caller.json('getSettings', { path: this.#path }, options);
  }

  /**
   * Replaces all settings, and gives them as they are now. They count for every request that arrives afterwards.
   * @throws {HookwellError} 400 with the wrong place (`replies[2].plan[0]`), 404 if the token is unknown
   */
  put(settings: EndpointSettings, options?: CallOptions) {
    return this.#caller.json('putSettings', { path: this.#path, body: settings }, options);
  }

  /**
   * Removes the settings: from then on every request is acknowledged.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(options?: CallOptions) {
    return this.#caller.empty('deleteSettings', { path: this.#path }, options);
  }
}

/** The contract of one endpoint: the schemas that its JSON bodies should fit. All these calls take a session or an API key. */
export class ContractCalls {
  readonly #caller: Caller;
  readonly #path: { token: string };

  constructor(caller: Caller, token: string) {
    this.#caller = caller;
    this.#path = { token };
  }

  /**
   * The contract; `{ events: {} }` if there is none.
   * @throws {HookwellError} 404 if the token is unknown
   */
  get(options?: CallOptions) {
    return this.#caller.json('getContract', { path: this.#path }, options);
  }

  /**
   * Replaces the whole contract, and gives it as it is now. It counts for every request that arrives afterwards.
   * @throws {HookwellError} 400 with the wrong place (`events["invoice.paid"].properties.id.type`), 404 if the token is unknown
   */
  put(contract: EndpointContract, options?: CallOptions) {
    return this.#caller.json('putContract', { path: this.#path, body: contract }, options);
  }

  /**
   * Removes the contract: from then on nothing is compared with it.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(options?: CallOptions) {
    return this.#caller.empty('deleteContract', { path: this.#path }, options);
  }
}
