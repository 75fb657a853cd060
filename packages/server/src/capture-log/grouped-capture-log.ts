import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import type { Announcements, CommittedCapture, CommittedGroup } from './announcements.ts';
import type {
  Page,
  PageContent,
  Scope,
  SearchedBy,
  SearchQuery,
  SearchStep,
} from './capture-log.ts';
import type { AppendedCapture, NewCapture, StoredCapture } from './captures.ts';
import type { GroupCommit } from './group-commit.ts';

/** Steps of searches under way. Each stream or list waits for one step at a time; a party that asks for more is refused. */
const searchesAtOnce: BudgetLimits = { total: 4, perParty: 1, mostWaiting: 1000 };

/**
 * The part that all capture logs share: captures go in by groups, commits are announced, searches take turns. A store has
 * the rest for itself.
 */
export abstract class GroupedCaptureLog {
  readonly #groups: GroupCommit;
  readonly #announcements: Announcements;
  readonly #searches = new Budget(searchesAtOnce);

  constructor(groups: GroupCommit, announcements: Announcements) {
    this.#groups = groups;
    this.#announcements = announcements;
  }

  get committedThrough(): number {
    return this.#announcements.committedThrough;
  }

  append(capture: NewCapture): Promise<AppendedCapture | undefined> {
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

  search(
    scope: Scope,
    query: SearchQuery,
    { party = scope.accountId, signal }: SearchedBy = {},
  ): Promise<SearchStep> {
    return this.#searches.run(party, () => this.searchStep(scope, query), signal);
  }

  async readOne(
    accountId: number,
    id: number,
    largestBodyBytes = Number.MAX_SAFE_INTEGER,
    parts: Pick<PageContent, 'withKeptHeaders'> = {},
  ): Promise<StoredCapture | undefined> {
    const content = { maxBytes: 0, withBody: true, largestBodyBytes, ...parts };
    const { captures } = await this.readByIds({ accountId }, [id], content);
    return captures[0];
  }

  abstract readByIds(scope: Scope, ids: readonly number[], content: PageContent): Promise<Page>;

  /** One step of a search, beside the event loop. */
  protected abstract searchStep(scope: Scope, query: SearchQuery): Promise<SearchStep>;

  async purge(): Promise<number> {
    for (;;) {
      const { removed, done } = await this.purgeStep();
      if (removed > 0 || done) return removed;
    }
  }

  /** One small transaction, which may find only notes of captures that are gone. `done` once no note is left. */
  protected abstract purgeStep(): Promise<{ removed: number; done: boolean }>;
}
