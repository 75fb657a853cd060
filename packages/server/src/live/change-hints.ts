import { Buffer } from 'node:buffer';
import type { LiveStream } from './live-stream.ts';
import { type WriteScheduler, writesInShare } from './write-scheduler.ts';

/** So many streams are told in one round at most: the pages behind them all ask the service anew. */
const mostInRound = 2000;
/** The time between the starts of two rounds. */
const roundMs = 1000;

const changed = Buffer.from('data: {"SSEChange":{}}\n\n');

/** Tells streams that their account was changed, each once in a second at most. Whoever waits longest comes first. */
export class ChangeHints {
  readonly #write: (stream: LiveStream, text: Uint8Array) => boolean;
  readonly #all: () => Iterable<LiveStream>;
  readonly #scheduler: Pick<WriteScheduler, 'turn'>;
  readonly #waiting = new Set<LiveStream>();
  #areAllDue = false;
  #round: NodeJS.Timeout | undefined;
  #nextAt = 0;

  /** `write` tells whether it could write between two events. */
  constructor(
    write: (stream: LiveStream, text: Uint8Array) => boolean,
    all: () => Iterable<LiveStream>,
    scheduler: Pick<WriteScheduler, 'turn'>,
  ) {
    this.#write = write;
    this.#all = all;
    this.#scheduler = scheduler;
  }

  add(streams: Iterable<LiveStream>): void {
    for (const stream of streams) if (stream.options.hearsChanges) this.#waiting.add(stream);
    if (this.#waiting.size > 0) this.#schedule();
  }

  /** All streams there are when the round begins, however often this is called before. */
  addAll(): void {
    this.#areAllDue = true;
    this.#schedule();
  }

  delete(stream: LiveStream): void {
    this.#waiting.delete(stream);
  }

  #schedule(): void {
    this.#round ??= setTimeout(
      () => void this.#tell(),
      Math.max(0, this.#nextAt - performance.now()),
    ).unref();
  }

  async #tell(): Promise<void> {
    this.#nextAt = performance.now() + roundMs;
    if (this.#areAllDue) this.add(this.#all());
    this.#areAllDue = false;
    let told = 0;
    for (const stream of [...this.#waiting].slice(0, mostInRound)) {
      if (told % writesInShare === 0) await this.#scheduler.turn(writesInShare);
      told += 1;
      // One that closed meanwhile is not among them any more.
      if (!this.#waiting.delete(stream)) continue;
      if (!this.#write(stream, changed)) this.#waiting.add(stream);
    }
    this.#round = undefined;
    if (this.#waiting.size > 0 || this.#areAllDue) this.#schedule();
  }
}
