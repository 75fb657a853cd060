import type { Thread } from '../../threads/messages.ts';
import type { Announcements } from '../announcements.ts';
import type { NewCapture } from '../captures.ts';
import type { GroupAnswer } from '../group-commit.ts';
import { packGroup } from './append-group.ts';
import { unpackCaptures } from './capture-rows.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { LogWrites } from './log-questions.ts';

/**
 * Commits groups in the writing thread. A thread that died may have committed a group and never told: its
 * captures are announced before anything else is stored. Their senders got an error.
 */
export class CommittingThread {
  readonly #writer: Thread<LogWrites>;
  readonly #announcements: Announcements;
  readonly #checkpoints: Checkpoints;
  #isBehind = false;
  #catchingUp: Promise<void> | undefined;

  constructor(writer: Thread<LogWrites>, announcements: Announcements, checkpoints: Checkpoints) {
    this.#writer = writer;
    this.#announcements = announcements;
    this.#checkpoints = checkpoints;
  }

  /** To be called when a new thread has taken the place of one that died. */
  restarted(): void {
    this.#isBehind = true;
    // If this fails, the next group tries again and its callers hear of it.
    this.#catchUp().catch(() => undefined);
  }

  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    if (this.#isBehind) await this.#catchUp();
    const group = packGroup(captures);
    const answer = await this.#writer.ask('appendGroup', [group], [group.bodies]);
    this.#checkpoints.committed(captures);
    return answer;
  }

  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#announceMissed().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #announceMissed(): Promise<void> {
    const found = await this.#writer.ask('capturesAbove', [this.#announcements.committedThrough]);
    const captures = unpackCaptures(found).map(
      ({ id, body, answered, listener, ...stored }, index) => ({
        id,
        accountId: found.accountIds[index] ?? 0,
        capture: { ...stored, body: body === undefined ? [] : [body] },
        ...(answered && { answered }),
        ...(listener && { listener }),
      }),
    );
    const through = captures.at(-1)?.id;
    if (through !== undefined) {
      this.#announcements.committed({ through, captures, elsewhere: [] });
      this.#announcements.stored(captures);
    }
    this.#isBehind = false;
  }
}
