import type { SharedRequest } from '@hookwell/client';
import { growingPause, WakeablePause } from '@hookwell/client/patience';
import { createStore } from '@tanstack/react-store';
import { plural } from '../ui/format.ts';
import { announce } from '../ui/toasts.tsx';
import { type LoadedRequest, type LoadedRequests, withPage } from './loaded-requests.ts';

interface ShareState {
  kind: 'loading' | 'shown' | 'ended';
  loaded?: LoadedRequests;
  expiresAt?: string;
  /** Whether the service did not answer lately. */
  isAway: boolean;
  isReadingOlder: boolean;
}

/** A page that begins behind a loaded request. */
interface PageBehind {
  query: string;
  /** Of the page as it was read last; missing if it never was. */
  read?: { etag?: string; length: number };
}

/** Time from one look to the next, and after failures. */
const pauses = { firstMs: 5000, longestMs: 60_000 };

/**
 * Reads a share, and looks again as long as it lives and the page can be seen: at the newest page, and at one of the older
 * ones that are loaded, in turn. What is removed goes from the page with the next look at its place.
 */
export class ShareReader {
  readonly state = createStore<ShareState>({
    kind: 'loading',
    isAway: false,
    isReadingOlder: false,
  });
  readonly #path: string;
  readonly #pause = new WakeablePause();
  #etag: string | undefined;
  /** The last one of the newest page. */
  #newest: LoadedRequest | undefined;
  /** The one behind which the next look at an older page begins; at the end of the newest page if there is none. */
  #cursor: LoadedRequest | undefined;
  readonly #behind = new WeakMap<LoadedRequest, PageBehind>();

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
          await this.#lookAtOlder(signal);
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
        this.#showOlder(now, look.page, now.requests.length, loaded.next);
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

  /** Looks at the next one of the older pages that are loaded. */
  async #lookAtOlder(signal: AbortSignal): Promise<void> {
    const after = this.#cursor ?? this.#newest;
    this.#cursor = undefined;
    const behind = after && this.#behind.get(after);
    if (after === undefined || behind === undefined || this.#olderThan(after) === 0) return;
    const { query, read } = behind;
    const look = await readShare(this.#path, { query, etag: read?.etag, signal });
    if (look.kind === 'ended') return this.#end();
    const { loaded } = this.state.get();
    if (loaded === undefined || this.#olderThan(after) === 0) return;
    const place = loaded.requests.indexOf(after) + 1;
    if (look.kind === 'page') this.#showOlder(loaded, look.page, place, query);
    const length = look.kind === 'page' ? look.page.requests.length : (read?.length ?? 0);
    if (length > 0) this.#cursor = this.state.get().loaded?.requests[place + length - 1];
  }

  /** How many older ones are loaded; 0 if it is not there itself. */
  #olderThan(request: LoadedRequest): number {
    const { requests = [] } = this.state.get().loaded ?? {};
    const place = requests.indexOf(request);
    return place < 0 ? 0 : requests.length - place - 1;
  }

  /** @param place how many of the loaded ones stand before the page */
  #showOlder(now: LoadedRequests, page: SharePage, place: number, query: string): void {
    const loaded = withPage(now, page, place);
    this.#change({ loaded, isAway: false });
    const { requests, next, etag } = page;
    const { length } = requests;
    const [after, last] = [loaded.requests[place - 1], loaded.requests[place + length - 1]];
    const read = { length, ...(etag !== undefined && { etag }) };
    if (after !== undefined) this.#behind.set(after, { query, read });
    this.#noteNext(last, next);
  }

  #noteNext(last: LoadedRequest | undefined, next: string | undefined): void {
    if (last === undefined || next === undefined) return;
    // What was read behind it counts on: a place has one query.
    if (this.#behind.get(last)?.query !== next) this.#behind.set(last, { query: next });
  }

  #show(page: SharePage): void {
    const known = new Set(this.state.get().loaded?.requests);
    const loaded = withPage(this.state.get().loaded, page);
    this.#etag = page.etag;
    this.#newest = loaded.requests[page.requests.length - 1];
    this.#noteNext(this.#newest, page.next);
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

/** A page of what a share shows, the newest first. */
export interface SharePage {
  expiresAt: string;
  requests: SharedRequest[];
  /** The query of the page with older ones, if there are any. */
  next?: string;
  etag?: string;
}

type Look =
  | { kind: 'page'; page: SharePage }
  /** The page is the one with the known tag. */
  | { kind: 'unchanged' }
  /** Expired, revoked, deleted, or never there: the service does not tell. */
  | { kind: 'ended' };

/** The service is busy or refuses, and may ask to come later. */
class LookFailed extends Error {
  override name = 'LookFailed';
  readonly askedMs: number;

  /** @param askedMs the pause that the service asks for, in milliseconds */
  constructor(askedMs: number) {
    super('The service does not answer');
    this.askedMs = askedMs;
  }
}

const pageLength = 50;

/**
 * Reads a page without cookies: it is the same for everybody who has the link.
 * @param path of the share's own page: `/s/SECRET`
 * @param query of an older page
 * @throws {LookFailed} if the answer is none of a share, {TypeError} if there is none
 */
async function readShare(
  path: string,
  { query = `?limit=${pageLength}`, etag, signal }: ReadOptions = {},
): Promise<Look> {
  const response = await fetch(`/api/shared/${path.split('/')[2]}${query}`, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ?? null,
  });
  if (response.status === 304) return { kind: 'unchanged' };
  if (response.status === 404) return { kind: 'ended' };
  if (!response.ok) throw new LookFailed(Number(response.headers.get('retry-after') ?? 0) * 1000);
  const tag = response.headers.get('etag');
  const next = nextQuery(response.headers.get('link') ?? '');
  return {
    kind: 'page',
    page: {
      // The service's own answer, by the contract of this operation.
      ...((await response.json()) as Pick<SharePage, 'expiresAt' | 'requests'>),
      ...(next !== undefined && { next }),
      ...(tag !== null && { etag: tag }),
    },
  };
}

interface ReadOptions {
  query?: string | undefined;
  etag?: string | undefined;
  signal?: AbortSignal;
}

/** Only the query of the link is of use: behind a proxy the service may know itself by another name. */
function nextQuery(link: string): string | undefined {
  const [, target] = /<([^>]*)>;\s*rel="?next"?/.exec(link) ?? [];
  return target === undefined ? undefined : new URL(target, location.origin).search;
}
