import type { Query } from '../contract/routes.ts';
import type {
  CapturedRequest,
  CapturedRequestSummary,
  CapturedRequestWire,
} from '../contract/types.ts';
import type { Listed, View, Viewed } from '../contract/view.ts';
import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import type { Answer } from '../http/answer.ts';
import type { Caller, CallOptions } from '../http/caller.ts';
import { nextLinkIn } from '../http/link.ts';

/** Which captured requests, and how they are shown. */
export interface ListOptions extends CallOptions {
  /** Only this endpoint's, by its token; else the whole account's. */
  endpoint?: string | undefined;
  /** `summary` leaves the bodies out and says how large they are. */
  view?: View;
}

export interface EachOptions extends ListOptions {
  /** Only captured requests with a lower id. */
  before?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** How many each call asks for: 1 to 1000. */
  pageSize?: number | undefined;
}

/** What a page is made of. */
export interface PageSelection {
  /** Only this endpoint's, by its token; else the whole account's. */
  endpoint?: string | undefined;
  /** `summary` leaves the bodies out and says how large they are. */
  view?: View;
  /** Only captured requests with a lower id. */
  before?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** How many at most: 1 to 1000, else 100. */
  limit?: number | undefined;
}

export interface PageOptions extends PageSelection, CallOptions {}

/** Some captured requests, newest first. */
export interface RequestPage<Seen extends View = undefined> {
  items: Listed<Seen>[];
  /** Selects the page that follows, with older ones: `page(next)`. Absent on the last page. */
  next?: Viewed<PageSelection, Seen>;
}

const defaultPageSize = 100;

/**
 * Captured requests: what was sent. All their calls take a session or an API key. Where a captured
 * request has `body.json`, numbers in it that JavaScript cannot hold are rounded; `body.raw` has every digit.
 */
export class RequestCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * All of them at once, newest first. They can be many: `page` and `each` read them in pages.
   * @throws HookwellError 404 for an unknown endpoint
   */
  list(options?: Viewed<ListOptions, undefined>): Promise<CapturedRequest[]>;
  list(options: Viewed<ListOptions, 'summary'>): Promise<CapturedRequestSummary[]>;
  list(options: ListOptions): Promise<Listed<View>[]>;
  async list(options: ListOptions = {}): Promise<Listed<View>[]> {
    const { endpoint, view } = options;
    return await this.#readList(endpoint, { view }, options, itemsOf);
  }

  /**
   * One page, newest first, of those below `before` and above `after`. Following `next` gives each of
   * them exactly once, whatever arrives meanwhile.
   * @throws HookwellError 400 for other numbers than allowed, 404 for an unknown endpoint
   */
  page(options?: Viewed<PageOptions, undefined>): Promise<RequestPage>;
  page(options: Viewed<PageOptions, 'summary'>): Promise<RequestPage<'summary'>>;
  page(options: PageOptions): Promise<RequestPage<View>>;
  async page(options: PageOptions = {}): Promise<RequestPage<View>> {
    const { endpoint, view, before, after, limit = defaultPageSize } = options;
    const query = { limit, before, after, view };
    return await this.#readList(endpoint, query, options, async (answer) => {
      const items = await itemsOf(answer);
      const next = nextLinkIn(answer.headers)?.searchParams.get('before') ?? undefined;
      if (next === undefined) return { items };
      return { items, next: { endpoint, view, limit, after, before: Number(next) } };
    });
  }

  /**
   * All of them, newest first, read page by page as the consumer gets to them.
   * @throws HookwellError as `page` does
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
   * @throws HookwellError 404 where there is none of that id
   */
  get(id: number, options?: CallOptions): Promise<CapturedRequest> {
    return this.#caller.json('getRequest', { path: { id } }, options);
  }

  /**
   * The exact bytes of its body, as they arrived.
   * @throws HookwellError 404 where there is none of that id
   */
  body(id: number, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.#caller.read('getRequestBody', { path: { id } }, options, (answer) =>
      answer.bytes(),
    );
  }

  /**
   * How it looked on the wire: target and headers as sent.
   * @throws HookwellError 404 where there is none of that id
   */
  wire(id: number, options?: CallOptions): Promise<CapturedRequestWire> {
    return this.#caller.json('getRequestWire', { path: { id } }, options);
  }

  /**
   * One captured request as it was sent, with its exact bytes. Of one that a list or a stream has given,
   * only what is not known yet is asked for.
   * @throws HookwellError 404 where there is none of that id
   */
  async exact(request: number | SeenRequest, options?: CallOptions): Promise<ExactRequest> {
    // Loaded when somebody asks: most pages never do.
    const { exactRequest } = await import('../exact/exact-request.ts');
    return await exactRequest(this.#caller, request, options);
  }

  /**
   * Deletes one captured request.
   * @throws HookwellError 404 where there is none of that id
   */
  delete(id: number, options?: CallOptions): Promise<void> {
    return this.#caller.empty('deleteRequest', { path: { id } }, options);
  }

  /**
   * Deletes every captured request of one endpoint, which stays.
   * @throws HookwellError 404 for an unknown token
   */
  clear(token: string, options?: CallOptions): Promise<void> {
    return this.#caller.empty('clearEndpointRequests', { path: { token } }, options);
  }

  /** Deletes every captured request of the account. The endpoints stay. */
  clearAll(options?: CallOptions): Promise<void> {
    return this.#caller.empty('clearRequests', { path: {} }, options);
  }

  #readList<Result>(
    endpoint: string | undefined,
    query: Query,
    options: CallOptions,
    read: (answer: Answer) => Promise<Result>,
  ): Promise<Result> {
    if (endpoint === undefined) {
      return this.#caller.read('listRequests', { path: {}, query }, options, read);
    }
    const path = { token: endpoint };
    return this.#caller.read('listEndpointRequests', { path, query }, options, read);
  }
}

async function itemsOf(answer: Answer): Promise<Listed<View>[]> {
  // The contract says so: every item is in the view that was asked for.
  return (await answer.json()) as Listed<View>[];
}
