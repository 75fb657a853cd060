import type { StoredCapture } from '../capture-log/capture-log.ts';

/** Captures announced and not handed over yet; past this the streams find them in the log instead. */
const maxAnnouncedBytes = 2 ** 20;

/** Captures of a channel as they were announced, since those that were handed over last. */
export class Announcement {
  readonly captures: StoredCapture[] = [];
  /** There is more than `captures`, or too much to keep it here: the streams read the log. */
  inLog = false;
  /** Everything up to this id was announced before. */
  readonly before: number;
  /** Everything up to this id is in here. */
  through: number;
  #bytes = 0;

  constructor(before: number) {
    this.before = before;
    this.through = before;
  }

  /** Takes what was committed next; `unread` where some of it is only in the log. */
  add(captures: readonly StoredCapture[] | 'unread', through: number): void {
    this.through = through;
    if (captures === 'unread') {
      this.inLog = true;
    } else {
      for (const capture of captures) {
        this.#bytes += capture.headers.length + capture.target.length + (capture.body?.length ?? 0);
        this.captures.push(capture);
      }
      this.inLog ||= this.#bytes > maxAnnouncedBytes && this.captures.length > 1;
    }
    if (this.inLog) this.captures.length = 0;
  }
}
