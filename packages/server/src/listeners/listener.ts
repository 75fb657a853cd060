import { type Match, MatchError, parseMatch } from '@hookwell/core/match';

/** So many requests in a row that a listener lets pass unanswered, and it is left out for a while. */
const mostUnanswered = 3;
/** For so long; then it is asked for one answer. */
export const restMs = 30_000;

/** An open stream that answers the senders of an endpoint, on whichever node it is open. */
export interface ListenerSettings {
  /** Unlike that of any other listener of any node. */
  id: string;
  endpointId: number;
  /** Senders wait for its answer for so long. */
  waitMs: number;
  /** The text of the match without which it answers nothing; empty: it answers everything. */
  match: string;
}

/** A listener, and whether it lately did what it is there for. */
export class Listener {
  readonly settings: ListenerSettings;
  #match: Match | 'unreadable' | undefined;
  #unanswered = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  /** Whether a request is under way that shows whether it answers again. */
  #isTried = false;

  constructor(settings: ListenerSettings) {
    this.settings = settings;
  }

  /**
   * Its match, read when it is first needed. Undefined: it answers everything. A newer node may have taken one that this
   * node cannot read: then it answers nothing here.
   */
  get match(): Match | 'unreadable' | undefined {
    if (this.settings.match !== '') this.#match ??= readIfPossible(this.settings.match);
    return this.#match;
  }

  /** Whether a request that arrives now may wait for it. */
  isAsked(nowMs: number): boolean {
    return !this.#isFailing || (!this.#isTried && nowMs >= this.#restsUntilMs);
  }

  get #isFailing(): boolean {
    return this.#unanswered >= mostUnanswered;
  }

  /** Whether the last request of which the end is known passed unanswered. */
  get hasLetPass(): boolean {
    return this.#unanswered > 0;
  }

  /** A request waits for it. */
  asked(): void {
    if (this.#isFailing) this.#isTried = true;
  }

  /** A request that waited for it ended in a way that says nothing about it. */
  askedInVain(): void {
    this.#isTried = false;
  }

  /** A request that waited for it was answered, by it or by another. */
  answered(): void {
    this.#unanswered = 0;
    this.#isTried = false;
  }

  /** A request that waited for it was not answered. */
  letPass(nowMs: number): void {
    this.#unanswered += 1;
    this.#isTried = false;
    if (this.#isFailing) this.#restsUntilMs = nowMs + restMs;
  }
}

function readIfPossible(text: string): Match | 'unreadable' {
  try {
    return parseMatch(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    return 'unreadable';
  }
}
