import type { ProgressDisplay } from '../command-line/command.ts';

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
  /** The width of a terminal. */
  columns?: number;
}

/** The least time between two lines on a terminal, where the line is drawn anew. */
const drawIntervalMs = 100;
/** The least time between two lines in a file, which grows by each of them. */
const writeIntervalMs = 10_000;

const clearLine = '\r\u001b[K';

/** One line that changes in place on a terminal; a line now and then in a file. */
export function progressOn(stream: Stream, clock = () => performance.now()): ProgressDisplay {
  const inPlace = stream.isTTY === true;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    show(line) {
      if (clock() - shownAt < (inPlace ? drawIntervalMs : writeIntervalMs)) return;
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
