import type { CapturedRequestSummary } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import { createStore } from '@tanstack/react-store';
import type { TabFeed } from '../live/tab-feed.ts';
import { type Removal, RemovedRequests } from './removed-requests.ts';
import { type LogScope, RequestLog } from './request-log.ts';
import { UnreadRequests } from './unread-requests.ts';

/** So many logs are kept up to date, so that the way back to a list is short. */
const mostLogs = 5;

/** The logs of the scopes that were shown last, all fed by one feed. */
export class RequestLogs {
  readonly removed = new RemovedRequests();
  readonly unread = new UnreadRequests();
  /** Whether arrivals are held back in this tab. */
  readonly isPaused = createStore(false);
  readonly #client: ApiClient;
  readonly #feed: TabFeed;
  readonly #isOfAccount: (endpointId: number) => boolean;
  /** The log that was shown last stands last. */
  readonly #logs = new Map<LogScope, RequestLog>();
  #isFollowing = false;

  /** @param isOfAccount whether the page's account has the endpoint */
  constructor(
    client: ApiClient,
    feed: TabFeed,
    isOfAccount: (endpointId: number) => boolean = () => true,
  ) {
    this.#client = client;
    this.#feed = feed;
    this.#isOfAccount = isOfAccount;
  }

  /** @param endpointId the id of the scope's endpoint */
  of(scope: LogScope, endpointId: number | undefined): RequestLog {
    this.#follow();
    const known = this.#logs.get(scope);
    const log = known ?? this.#create(scope, endpointId);
    this.#logs.delete(scope);
    this.#logs.set(scope, log);
    for (const idle of this.#logs.keys()) {
      if (this.#logs.size <= mostLogs) break;
      this.#logs.delete(idle);
    }
    return log;
  }

  /** The summary of a captured request, if a list has it. */
  find(id: number): CapturedRequestSummary | undefined {
    for (const log of this.#logs.values()) {
      const found = log.find(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Looks for what was removed elsewhere, in the lists that are shown. Others are read anew when they are shown again.
   * @throws {Error} if the service does not answer
   */
  async lookAgain(): Promise<void> {
    for (const [scope, log] of this.#logs) if (!log.isWatched) this.#logs.delete(scope);
    const looks = [...this.#logs.values()].map((log) => log.lookAgain());
    await Promise.all([...looks, this.#countUnreadAgain()]);
  }

  /**
   * Takes in what came with endpoints of another account.
   * @param pending the removals that are not yet carried out
   */
  async takeIn(pending: readonly Removal[]): Promise<void> {
    // What was removed leaves the lists first.
    await this.lookAgain();
    this.removed.forgetAllBut(pending);
    this.#each((log) => void log.loadNewest());
  }

  async #countUnreadAgain(): Promise<void> {
    if (this.unread.count() === 0) return;
    const { forgetUnstored } = await import('./stored-again.ts');
    await forgetUnstored(this.#client, this.unread);
  }

  /** Holds arrivals back in every list of this tab, or shows those that were held back. */
  setPaused(isPaused: boolean): void {
    this.#each((log) => log.setPaused(isPaused));
    this.isPaused.setState(() => isPaused);
  }

  #create(scope: LogScope, id: number | undefined): RequestLog {
    const endpoint = scope === 'all' || id === undefined ? undefined : { token: scope, id };
    const log = new RequestLog(this.#client, this.removed, endpoint, (items) =>
      this.unread.addMissed(items.filter((item) => !this.removed.has(item))),
    );
    log.setPaused(this.isPaused.get());
    if (this.#feed.isReady) void log.loadNewest();
    return log;
  }

  #isKept({ isWatched, endpointId }: RequestLog): boolean {
    return isWatched && (endpointId === undefined || this.#isOfAccount(endpointId));
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { removed, unread } = this;
    this.#feed.onReady(() => this.#each((log) => void log.loadNewest()));
    this.#feed.onRestart(() => {
      unread.forget();
      this.setPaused(false);
      removed.forget();
      // A log may belong to the previous session, whose page may still be there for a moment.
      for (const [scope, log] of this.#logs) if (!this.#isKept(log)) this.#logs.delete(scope);
      this.#each((log) => log.forget());
    });
    this.#feed.onArrivals((summaries) => {
      unread.add(summaries);
      this.#each((log) => log.add(summaries));
    });
    removed.onChange(() => {
      unread.markReadWhere((request) => removed.has(request));
      this.#each((log) => log.refresh());
    });
  }

  #each(act: (log: RequestLog) => void): void {
    for (const log of this.#logs.values()) act(log);
  }
}
