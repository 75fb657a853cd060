import type {
  Calls,
  SSEWebhookRequest,
  SSEWebhookRequestSummary,
} from '../contract/internal-types.ts';
import type { CapturedRequest, CapturedRequestSummary, ListenerAnswer } from '../contract/types.ts';
import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** A selection of captured requests, and their view. */
export interface ListOptions extends CallOptions {
  /** Only this endpoint's, by its token; else the whole account's. */
  endpoint?: string | undefined;
  /** `summary` leaves the bodies out and says how large they are. */
  view?: View;
  /** Only captured requests that match, in the match language: `method:POST json.type=invoice.paid`. */
  match?: string | undefined;
}

export interface EachOptions extends ListOptions {
  /** Only captured requests with a lower id. */
  before?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** The number of requests that each call asks for: 1 to 1000. */
  pageSize?: number | undefined;
}

/** The selection of one page. */
export interface PageSelection {
  /** Only this endpoint's, by its token; else the whole account's. */
  endpoint?: string | undefined;
  /** `summary` leaves the bodies out and says how large they are. */
  view?: View;
  /** Only captured requests that match, in the match language: `method:POST json.type=invoice.paid`. */
  match?: string | undefined;
  /** Only captured requests with a lower id. */
  before?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** The most requests: 1 to 1000, else 100. */
  limit?: number | undefined;
}

export interface PageOptions extends PageSelection, CallOptions {
  /**
   * Gives what one call finds, to show how far a search is: a page that may be empty and still have `next`. Else `page`
   * goes on until something is found.
   */
  isOneCall?: boolean | undefined;
}

export interface ClearOptions extends CallOptions {
  /** Only captured requests with an id up to this one, which is one of them. */
  through?: number | undefined;
}

/** Some captured requests, newest first. */
export interface RequestPage<Seen extends View = undefined> {
  items: Listed<Seen>[];
  /** Selects the page that follows, with older ones: `page(next)`. Absent on the last page. */
  next?: Viewed<PageSelection, Seen>;
}

const defaultPageSize = 100;

/**
 * Captured requests. All these calls take a session or an API key. Numbers in `body.json` that JavaScript cannot
 * hold are rounded; `body.raw` has every digit.
 */
export class RequestCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * All captured requests at once, newest first. They can be many: `page` and `each` read them in pages.
   * @throws {HookwellError} 400 if the match makes no sense, 404 if the endpoint is unknown
   */
  list(options?: Viewed<ListOptions, undefined>): Promise<CapturedRequest[]>;
  list(options: Viewed<ListOptions, 'summary'>): Promise<CapturedRequestSummary[]>;
  list(options: ListOptions): Promise<Listed<View>[]>;
  async list(options: ListOptions = {}): Promise<Listed<View>[]> {
    const { endpoint, view, match } = options;
    return (await this.#readList(endpoint, { view, match }, options)).answer;
  }

  /**
   * One page, newest first, of the requests below `before` and above `after`. Following `next` gives each of them
   * exactly once, even if more arrive meanwhile. With a match a page may have fewer than `limit` although more
   * follow; it has at least one unless none follows.
   * @throws {HookwellError} 400 if a number is not allowed or the match makes no sense, 404 if the endpoint is unknown
   */
  page(options?: Viewed<PageOptions, undefined>): Promise<RequestPage>;
  page(options: Viewed<PageOptions, 'summary'>): Promise<RequestPage<'summary'>>;
  page(options: PageOptions): Promise<RequestPage<View>>;
  async page(options: PageOptions = {}): Promise<RequestPage<View>> {
    let { before } = options;
    for (;;) {
      const page = await this.#readPage({ ...options, before });
      // One call of a search looks at a bounded number of requests, of which perhaps none matches.
      if (page.items.length > 0 || page.next === undefined || options.isOneCall) return page;
      before = page.next.before;
    }
  }

  /**
   * All captured requests, newest first, read page by page as the consumer reaches them.
   * @throws {HookwellError} as `page` does
   */
  each(options?: Viewed<EachOptions, undefined>): AsyncGenerator<CapturedRequest, void>;
  each(options: Viewed<EachOptions, 'summary'>): AsyncGenerator<CapturedRequestSummary, void>;
  each(options: EachOptions): AsyncGenerator<Listed<View>, void>;
  async *each({ pageSize, ...others }: EachOptions = {}): AsyncGenerator<Listed<View>, void> {
    let next: PageSelection | undefined = { limit: pageSize };
    while (next !== undefined) {
      const page: RequestPage<View> = await this.page({ ...others, ...next });
      yield* page.items;
      next = page.next;
    }
  }

  /**
   * One captured request.
   * @throws {HookwellError} 404 if no request has the id
   */
  get(id: number, options?: CallOptions) {
    return this.#caller.json('getRequest', { path: { id } }, options);
  }

  /**
   * The exact bytes of a body, as they arrived.
   * @throws {HookwellError} 404 if no request has the id
   */
  body(id: number, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.#caller.read('getRequestBody', { path: { id } }, options, (answer) =>
      answer.bytes(),
    );
  }

  /**
   * A captured request as it looked on the wire: target and headers as sent.
   * @throws {HookwellError} 404 if no request has the id
   */
  wire(id: number, options?: CallOptions) {
    return this.#caller.json('getRequestWire', { path: { id } }, options);
  }

  /**
   * One captured request as it was sent, with its exact bytes. If a list or a stream has given the request, only
   * its missing parts are fetched.
   * @throws {HookwellError} 404 if no request has the id
   */
  async exact(request: number | SeenRequest, options?: CallOptions): Promise<ExactRequest> {
    // Loaded at the first call: most pages never make one.
    const { exactRequest } = await import('../exact/exact-request.ts');
    return await exactRequest(this.#caller, request, options);
  }

  /**
   * Answers a sender that waits for a listener (`answers` of the stream). The first answer counts.
   * @throws {HookwellError} 400 if the answer cannot be one, 404 if the id is unknown, 409 if the sender waits for none (any more)
   */
  answer(id: number, answer: ListenerAnswer, options?: CallOptions) {
    return this.#caller.empty('answerRequest', { path: { id }, body: answer }, options);
  }

  /**
   * Deletes one captured request.
   * @throws {HookwellError} 404 if no request has the id
   */
  delete(id: number, options?: CallOptions) {
    return this.#caller.empty('deleteRequest', { path: { id } }, options);
  }

  /**
   * Deletes every captured request of one endpoint, or only those up to an id. The endpoint stays.
   * @throws {HookwellError} 400 if the id cannot be one, 404 if the token is unknown
   */
  clear(token: string, { through, ...options }: ClearOptions = {}) {
    const input = { path: { token }, query: { through } };
    return this.#caller.empty('clearEndpointRequests', input, options);
  }

  /**
   * Deletes every captured request of the account, or only those up to an id. The endpoints stay.
   * @throws {HookwellError} 400 if the id cannot be one
   */
  clearAll({ through, ...options }: ClearOptions = {}) {
    return this.#caller.empty('clearRequests', { path: {}, query: { through } }, options);
  }

  /** Counts stored requests and their bytes, in all and for each endpoint, oldest first. */
  usage(options?: CallOptions) {
    return this.#caller.json('getUsage', { path: {} }, options);
  }

  async #readPage(options: PageOptions): Promise<RequestPage<View>> {
    const { endpoint, view, match, before, after, limit = defaultPageSize } = options;
    const query = { limit, before, after, view, match };
    const { answer: items, before: next } = await this.#readList(endpoint, query, options);
    if (next === undefined) return { items };
    return { items, next: { endpoint, view, match, limit, after, before: Number(next) } };
  }

  #readList(
    endpoint: string | undefined,
    query: Calls['listRequests']['query'],
    options: CallOptions,
  ) {
    if (endpoint === undefined) {
      return this.#caller.page('listRequests', { path: {}, query }, options);
    }
    const input = { path: { token: endpoint }, query };
    return this.#caller.page('listEndpointRequests', input, options);
  }
}

/** With `summary`, captured requests have their body's size and type instead of the body. */
export type View = 'summary' | undefined;

/** Options that ask for this view and no other. */
export type Viewed<Options, Seen extends View> = Options &
  (Seen extends 'summary' ? { view: 'summary' } : { view?: undefined });

/** A captured request of a list, in this view. */
export type Listed<Seen extends View> = Seen extends 'summary'
  ? CapturedRequestSummary
  : CapturedRequest;

/** A captured request of the live stream: its body is text. */
export type StreamedRequest = SSEWebhookRequest['SSEWebhookRequest'];
/** The same with `view: 'summary'`. */
export type StreamedSummary = SSEWebhookRequestSummary['SSEWebhookRequest'];
