import type { NewShare, SharedRequests } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

export interface ShownOptions extends CallOptions {
  /** The most requests: 1 to 100, else 100. */
  limit?: number | undefined;
  /** `next` of the page before. */
  before?: string | undefined;
}

/** Some requests that a share shows, newest first. */
export interface SharedPage extends SharedRequests {
  /** The place of the page that follows, with older ones; absent on the last page. */
  next?: string;
}

/** Captured requests that are shown to others, with secrets hidden by the service. All but `shown` take a session. */
export class ShareCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every share that has not ended, oldest first, without its address. */
  list(options?: CallOptions) {
    return this.#caller.json('listShares', { path: {} }, options);
  }

  /**
   * Shows one request, or an endpoint, to whoever has the address. Its `url` is given here and never again.
   * @throws {HookwellError} 403 for guests and if there are 100 shares, 404 if the request or the token is unknown
   */
  create(share: NewShare, options?: CallOptions) {
    return this.#caller.json('createShare', { path: {}, body: share }, options);
  }

  /**
   * Exactly what would be seen. Nothing is stored.
   * @throws {HookwellError} 403 for guests, 404 if the request or the token is unknown
   */
  preview(share: NewShare, options?: CallOptions) {
    return this.#caller.json('previewShare', { path: {}, body: share }, options);
  }

  /**
   * Ends a share at once.
   * @throws {HookwellError} 404 if the id is unknown
   */
  delete(id: number, options?: CallOptions) {
    return this.#caller.empty('deleteShare', { path: { id } }, options);
  }

  /**
   * What others see; it takes no credential.
   * @param secret the last part of the share's address
   * @throws {HookwellError} 404 once the share has ended, 429 after too many wrong secrets
   */
  async shown(
    secret: string,
    { limit, before, ...options }: ShownOptions = {},
  ): Promise<SharedPage> {
    const input = { path: { secret }, query: { limit, before } };
    const { answer: shared, before: next } = await this.#caller.page('getShared', input, options);
    return next === undefined ? shared : { ...shared, next };
  }
}
