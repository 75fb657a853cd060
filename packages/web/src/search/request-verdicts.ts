import type { CapturedRequestSummary } from '@hookwell/client';
import { type BodyTexts, largestSearchedBytes } from './body-texts.ts';
import {
  bodyTermsOf,
  dependsOnSentQuery,
  type Filter,
  matchesBody,
  matchesSummary,
} from './filter.ts';
import type { SentQueries } from './sent-queries.ts';
import { WaitingTexts } from './waiting-texts.ts';

/** The texts that a filter may need beside the summaries. */
export interface FilterSources {
  bodies: BodyTexts;
  queries: SentQueries;
}

export interface VerdictListener {
  /** A captured request that had to wait for its verdict is a hit. */
  onHit(request: CapturedRequestSummary): void;
  /** A captured request that had to wait has its verdict. */
  onVerdict(): void;
  onFailure(error: unknown): void;
}

/** Decides which captured requests match a filter. If a summary is not enough to decide, it fetches the rest. */
export class RequestVerdicts {
  readonly #filter: Filter;
  readonly #sources: FilterSources;
  readonly #needsBodies: boolean;
  readonly #listener: VerdictListener;
  /** By id: whether the captured request is a hit. */
  readonly #verdicts = new Map<number, boolean>();
  readonly #skipped = new Set<number>();
  readonly #waitingForBody: WaitingTexts;
  readonly #waitingForQuery: WaitingTexts;

  constructor(filter: Filter, sources: FilterSources, listener: VerdictListener) {
    this.#filter = filter;
    this.#sources = sources;
    this.#needsBodies = bodyTermsOf(filter).length > 0;
    this.#listener = listener;
    const { onFailure } = listener;
    this.#waitingForBody = new WaitingTexts(sources.bodies, {
      onText: (request, body) => this.#takeBody(request, body),
      onFailure,
    });
    this.#waitingForQuery = new WaitingTexts(sources.queries, {
      onText: (request, query) => this.#takeQuery(request, query),
      onFailure,
    });
  }

  /** The number of captured requests that were left out: their bodies are too large, or too many of them waited. */
  get skippedCount(): number {
    return this.#skipped.size;
  }

  /** Whether another captured request would have to wait for its turn. */
  get isFull(): boolean {
    return this.#waitingForBody.isFull || this.#waitingForQuery.isFull;
  }

  /** Whether any captured request waits for its verdict. */
  get areWaiting(): boolean {
    return !this.#waitingForBody.isEmpty || !this.#waitingForQuery.isEmpty;
  }

  /** Lets all others stop waiting. */
  keepOnly(requests: readonly CapturedRequestSummary[]): void {
    this.#waitingForBody.keepOnly(requests);
    this.#waitingForQuery.keepOnly(requests);
  }

  fetch(signal: AbortSignal): void {
    this.#waitingForBody.fetch(signal);
    this.#waitingForQuery.fetch(signal);
  }

  /** Whether it is known to be a hit. If that depends on its query as sent or on its body, it waits for them. */
  isHit(request: CapturedRequestSummary): boolean {
    const known = this.#verdicts.get(request.id);
    if (known !== undefined) return known;
    const query = this.#sources.queries.known(request);
    if (query === undefined && dependsOnSentQuery(this.#filter, request)) {
      this.#wait(request, this.#waitingForQuery);
      return false;
    }
    return this.#isHitBy(request, query);
  }

  #isHitBy(request: CapturedRequestSummary, query: string | undefined): boolean {
    const verdict = this.#judge(request, query);
    if (verdict === undefined) this.#wait(request, this.#waitingForBody);
    else this.#verdicts.set(request.id, verdict);
    return verdict === true;
  }

  #judge(request: CapturedRequestSummary, query: string | undefined): boolean | undefined {
    if (!matchesSummary(this.#filter, request, query)) return false;
    if (!this.#needsBodies) return true;
    if (request.bodySize > largestSearchedBytes) {
      this.#skipped.add(request.id);
      return false;
    }
    const body = this.#sources.bodies.known(request);
    return body === undefined ? undefined : matchesBody(this.#filter, body);
  }

  #wait(request: CapturedRequestSummary, waiting: WaitingTexts): void {
    const dropped = waiting.add(request);
    if (dropped === undefined) return;
    this.#skipped.add(dropped.id);
    this.#verdicts.set(dropped.id, false);
  }

  #takeBody(request: CapturedRequestSummary, body: string | undefined): void {
    const isHit = body !== undefined && matchesBody(this.#filter, body);
    this.#verdicts.set(request.id, isHit);
    if (isHit) this.#listener.onHit(request);
    this.#listener.onVerdict();
  }

  #takeQuery(request: CapturedRequestSummary, query: string | undefined): void {
    if (query === undefined) this.#verdicts.set(request.id, false);
    else if (this.#isHitBy(request, query)) this.#listener.onHit(request);
    this.#listener.onVerdict();
  }
}
