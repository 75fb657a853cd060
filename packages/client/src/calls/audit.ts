import type { AuditEntry } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

export interface AuditOptions extends CallOptions {
  /** The most entries: 1 to 1000, else 100. */
  limit?: number | undefined;
  /** Only entries with a lower id. */
  before?: number | undefined;
}

/** Some entries, newest first. */
export interface AuditPage {
  items: AuditEntry[];
  /** Selects the page that follows, with older ones. Absent on the last page. */
  next?: { limit?: number | undefined; before: number };
}

/** Who did what to the account. The call takes a session. */
export class AuditCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * One page of log-ins and changes of the last 90 days, newest first. A guest has none.
   * @throws {HookwellError} 400 if a number is not allowed
   */
  async list({ limit, before, ...options }: AuditOptions = {}): Promise<AuditPage> {
    const input = { path: {}, query: { limit, before } };
    const { answer: items, before: next } = await this.#caller.page('listAudit', input, options);
    return next === undefined ? { items } : { items, next: { limit, before: Number(next) } };
  }
}
