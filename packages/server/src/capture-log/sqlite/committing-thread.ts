import { sharedRun } from '../../store/shared-run.ts';
import type { ThreadClient } from '../../store/sqlite/thread-client.ts';
import type { Announcements } from '../announcements.ts';
import type { NewCapture } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import { packGroup } from './append-group.ts';
import { unpackCaptures } from './capture-rows.ts';

/**
 * Commits groups in the writing thread. A thread that died may have committed a group and never told:
 * what it left is announced before anything else is stored. Its callers got an error.
 */
export class CommittingThread {
  readonly #writer: ThreadClient;
  readonly #announcements: Announcements;
  #behind = false;
  readonly #catchUp = sharedRun(() => this.#announceMissed());

  constructor(writer: ThreadClient, announcements: Announcements) {
    this.#writer = writer;
    this.#announcements = announcements;
    writer.onRestart = () => {
      this.#behind = true;
      // Where it fails, the next group tries again and its callers hear of it.
      this.#catchUp().catch(() => undefined);
    };
  }

  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    if (this.#behind) await this.#catchUp();
    const ask = packGroup(captures);
    return await this.#writer.ask('append', ask, [ask.bodies]);
  }

  async #announceMissed(): Promise<void> {
    const found = await this.#writer.ask('capturesAbove', this.#announcements.committedThrough);
    const captures = unpackCaptures(found).map(({ id, body, ...stored }, index) => ({
      id,
      accountId: found.accountIds[index] ?? 0,
      capture: { ...stored, body: body === undefined ? [] : [body] },
    }));
    const through = captures.at(-1)?.id;
    if (through !== undefined) {
      this.#announcements.committed({ through, captures, elsewhere: [] });
      this.#announcements.stored(captures);
    }
    this.#behind = false;
  }
}
