import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { LoadFigures } from './load.ts';

/** The latencies and failures of a load generator, since the last interval and altogether. */
export class LoadRecord {
  #interval = new LoadSpan();
  readonly #whole = new LoadSpan();

  /** @param status of the answer; 0 if there was none */
  add(latencyMs: number, status: number): void {
    this.#interval.add(latencyMs, status);
  }

  /** The figures since the last call. */
  interval(): LoadFigures {
    const ended = this.#interval;
    this.#interval = new LoadSpan();
    this.#whole.join(ended);
    return ended.figures();
  }

  /** All figures. Nothing may be added afterwards. */
  whole(): LoadFigures {
    this.interval();
    return this.#whole.figures();
  }
}

class LoadSpan {
  readonly #microseconds: RecordableHistogram = createHistogram({ highest: 60_000_000 });
  #answered = 0;
  #failed = 0;
  #firstFailure: string | undefined;

  add(latencyMs: number, status: number): void {
    this.#microseconds.record(Math.max(1, Math.round(latencyMs * 1000)));
    if (status === 200) {
      this.#answered += 1;
      return;
    }
    this.#failed += 1;
    this.#firstFailure ??= status === 0 ? 'connection closed' : `status ${status}`;
  }

  join(later: LoadSpan): void {
    this.#microseconds.add(later.#microseconds);
    this.#answered += later.#answered;
    this.#failed += later.#failed;
    this.#firstFailure ??= later.#firstFailure;
  }

  figures(): LoadFigures {
    return {
      answered: this.#answered,
      failed: this.#failed,
      ...(this.#firstFailure === undefined ? {} : { firstFailure: this.#firstFailure }),
      p50: this.#microseconds.percentile(50) / 1000,
      p99: this.#microseconds.percentile(99) / 1000,
      max: this.#microseconds.max / 1000,
    };
  }
}
