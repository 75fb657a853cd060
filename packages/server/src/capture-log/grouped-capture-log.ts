import type { Announcements } from './announcements.ts';
import type {
  Appended,
  CommittedCapture,
  CommittedGroup,
  NewCapture,
  Scope,
  SearchQuery,
  SearchStep,
} from './capture-log.ts';
import type { GroupCommit } from './group-commit.ts';
import { SearchTurns, type TimedStep } from './search-turns.ts';

/** The common part of both capture logs: captures go in by groups, and commits are announced. */
export abstract class GroupedCaptureLog {
  readonly #groups: GroupCommit;
  readonly #announcements: Announcements;
  readonly #searches = new SearchTurns((scope, query) => this.searchStep(scope, query));

  constructor(groups: GroupCommit, announcements: Announcements) {
    this.#groups = groups;
    this.#announcements = announcements;
  }

  get committedThrough(): number {
    return this.#announcements.committedThrough;
  }

  append(capture: NewCapture): Promise<Appended | undefined> {
    return this.#groups.append(capture);
  }

  onCommitted(
    listener: (group: CommittedGroup) => void,
    followsOthers: () => boolean = () => false,
  ): () => void {
    return this.#announcements.onCommitted(listener, followsOthers);
  }

  onStored(listener: (captures: readonly CommittedCapture[]) => void): () => void {
    return this.#announcements.onStored(listener);
  }

  search(scope: Scope, query: SearchQuery, signal?: AbortSignal): Promise<SearchStep> {
    return this.#searches.search(scope, query, signal);
  }

  /** One step of a search, beside the event loop. */
  protected abstract searchStep(scope: Scope, query: SearchQuery): Promise<TimedStep>;

  async purge(): Promise<number> {
    for (;;) {
      const { removed, done } = await this.purgeStep();
      if (removed > 0 || done) return removed;
    }
  }

  /** One small transaction, which may find only notes of captures that are gone. `done` once no note is left. */
  protected abstract purgeStep(): Promise<{ removed: number; done: boolean }>;
}
