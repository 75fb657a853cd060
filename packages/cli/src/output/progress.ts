import type { ProgressDisplay } from '../command-line/command.ts';

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
  /** Of a terminal. */
  columns?: number;
}

/** Milliseconds between two lines: a terminal is drawn anew, a file gets one more line. */
const drawEvery = 100;
const writeEvery = 10_000;

const clearLine = '\r\u001b[K';

/** One line that changes in place, on a terminal; elsewhere a line now and then. */
export function progressOn(stream: Stream, clock = () => performance.now()): ProgressDisplay {
  const inPlace = stream.isTTY === true;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    show(line) {
      if (clock() - shownAt < (inPlace ? drawEvery : writeEvery)) return;
      shownAt = clock();
      // A line that wraps could not be cleared.
      stream.write(
        inPlace ? `${clearLine}${line.slice(0, (stream.columns || 80) - 1)}` : `${line}\n`,
      );
      isDrawn = inPlace;
    },
    end() {
      if (isDrawn) stream.write(clearLine);
      isDrawn = false;
    },
  };
}
