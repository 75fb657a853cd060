import type { StoredCapture } from '../capture-log/captures.ts';

/** With more announced and not handed over yet, the streams read the captures from the log instead. */
const mostAnnouncedBytes = 1024 * 1024;

/** The captures of a channel that were announced since the last were handed over. */
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

  /** Takes the captures that were committed next; `unread` if some of them are only in the log. */
  add(captures: readonly StoredCapture[] | 'unread', through: number): void {
    this.through = through;
    if (captures === 'unread') {
      this.inLog = true;
    } else {
      for (const capture of captures) {
        this.#bytes += capture.headers.length + capture.target.length + (capture.body?.length ?? 0);
        this.captures.push(capture);
      }
      this.inLog ||= this.#bytes > mostAnnouncedBytes && this.captures.length > 1;
    }
    if (this.inLog) this.captures.length = 0;
  }
}
