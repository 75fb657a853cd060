import { growingPause, WakeablePause } from '@hookwell/client/patience';
import { createStore } from '@tanstack/react-store';
import { plural } from '../ui/format.ts';
import { announce } from '../ui/toasts.ts';
import { type LoadedRequests, withNewest, withOlder } from './loaded-requests.ts';
import { LookFailed, readShare, type SharedPage } from './read-share.ts';

export interface ShareState {
  kind: 'loading' | 'shown' | 'ended';
  loaded?: LoadedRequests;
  expiresAt?: string;
  /** Whether the service did not answer lately. */
  isAway: boolean;
  isReadingOlder: boolean;
}

/** Time from one look to the next, and after failures. */
const pauses = { firstMs: 5000, longestMs: 60_000 };

/** Reads a share, and looks again as long as it lives and the page can be seen. */
export class ShareReader {
  readonly state = createStore<ShareState>({
    kind: 'loading',
    isAway: false,
    isReadingOlder: false,
  });
  readonly #path: string;
  readonly #pause = new WakeablePause();
  #etag: string | undefined;

  /** @param path of the share's page: `/s/SECRET` */
  constructor(path: string) {
    this.#path = path;
  }

  /** Looks until the signal is aborted or the share has ended. */
  async follow(signal: AbortSignal): Promise<void> {
    document.addEventListener('visibilitychange', () => this.#pause.wake(), { signal });
    let failures = 0;
    while (!signal.aborted && this.state.get().kind !== 'ended') {
      let askedMs = 0;
      if (!document.hidden) {
        try {
          await this.#look(signal);
          failures = 0;
        } catch (error) {
          if (signal.aborted) return;
          askedMs = error instanceof LookFailed ? error.askedMs : 0;
          failures += 1;
          this.#change({ isAway: true });
        }
      }
      const pauseMs = growingPause(failures, pauses);
      await this.#pause.wait(Math.max(pauseMs, askedMs), signal, askedMs);
    }
  }

  /** Reads the next older page, once at a time. */
  async readOlder(): Promise<void> {
    const { loaded, isReadingOlder } = this.state.get();
    if (loaded?.next === undefined || isReadingOlder) return;
    this.#change({ isReadingOlder: true });
    try {
      const look = await readShare(this.#path, { query: loaded.next });
      if (look.kind === 'ended') return this.#end();
      const now = this.state.get().loaded;
      // A look meanwhile may have begun anew.
      if (look.kind === 'page' && now?.next === loaded.next)
        this.#change({ loaded: withOlder(now, look.page), isAway: false });
    } catch (_failed) {
      this.#change({ isAway: true });
    } finally {
      this.#change({ isReadingOlder: false });
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const look = await readShare(this.#path, { etag: this.#etag, signal });
    if (look.kind === 'ended') this.#end();
    else if (look.kind === 'unchanged') this.#change({ isAway: false });
    else this.#show(look.page);
  }

  #show(page: SharedPage): void {
    const known = new Set(this.state.get().loaded?.requests);
    const loaded = withNewest(this.state.get().loaded, page);
    this.#etag = page.etag;
    this.#change({ kind: 'shown', loaded, expiresAt: page.expiresAt, isAway: false });
    const count = loaded.requests.filter((one) => one.isNew && !known.has(one)).length;
    if (count > 0) announce(plural(count, 'new request'));
  }

  /** Nothing of an ended share stays. */
  #end(): void {
    this.state.setState(() => ({ kind: 'ended', isAway: false, isReadingOlder: false }));
  }

  #change(changes: Partial<ShareState>): void {
    this.state.setState((state) => (state.kind === 'ended' ? state : { ...state, ...changes }));
  }
}
