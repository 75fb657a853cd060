import type { Announcements } from '../announcements.ts';
import type {
  CaptureLog,
  CommittedCapture,
  CommittedGroup,
  Expiry,
  IdsQuery,
  NewCapture,
  Page,
  PageQuery,
  Scope,
  StoredCapture,
} from '../capture-log.ts';
import type { GroupCommit } from '../group-commit.ts';
import { unpackCaptures } from './captured-rows.ts';
import type { ThreadClient } from './thread-client.ts';

interface SqliteCaptureLogParts {
  groups: GroupCommit;
  announcements: Announcements;
  writer: ThreadClient;
  reader: ThreadClient;
}

/** The capture log on SQLite: appends in groups, everything else is one question to a thread. */
export class SqliteCaptureLog implements CaptureLog {
  readonly #groups: GroupCommit;
  readonly #announcements: Announcements;
  readonly #writer: ThreadClient;
  readonly #reader: ThreadClient;

  constructor({ groups, announcements, writer, reader }: SqliteCaptureLogParts) {
    this.#groups = groups;
    this.#announcements = announcements;
    this.#writer = writer;
    this.#reader = reader;
  }

  get committedThrough(): number {
    return this.#announcements.committedThrough;
  }

  append(capture: NewCapture): Promise<number | undefined> {
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

  async readPage(scope: Scope, query: PageQuery): Promise<Page> {
    const page = await this.#reader.ask('readPage', { scope, query });
    return { captures: unpackCaptures(page), more: page.more };
  }

  readIds(scope: Scope, query: IdsQuery): Promise<{ ids: number[]; more: boolean }> {
    return this.#reader.ask('readIds', { scope, query });
  }

  async readOne(
    accountId: number,
    id: number,
    largestBody = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredCapture | undefined> {
    const page = await this.#reader.ask('readOne', { accountId, id, largestBody });
    return unpackCaptures(page)[0];
  }

  async oldestReceivedAt(endpointIds: readonly number[]): Promise<Map<number, number>> {
    return new Map(await this.#reader.ask('oldestReceivedAt', endpointIds));
  }

  removeOne(accountId: number, id: number): Promise<boolean> {
    return this.#writer.ask('removeOne', { accountId, id });
  }

  async clear(scope: Scope): Promise<void> {
    await this.#writer.ask('clear', scope);
  }

  removeOldest(scope: Scope, expiry: Expiry): Promise<{ removed: number; bytes: number }> {
    return this.#writer.ask('removeOldest', { scope, expiry });
  }

  async purge(): Promise<number> {
    for (;;) {
      const { removed, done } = await this.#writer.ask('purge', null);
      if (removed > 0 || done) return removed;
    }
  }

  releaseSpace(): Promise<boolean> {
    return this.#writer.ask('releaseSpace', null);
  }
}
