import { styleText } from 'node:util';
import type { Display, ProgressDisplay, Surroundings } from '../command-line/command.ts';

type Environment = Surroundings['environment'];

/** The part of a stream that tells whether it is a terminal. */
interface Writable {
  isTTY?: boolean;
  columns?: number;
}

/** The stream as a display. */
export function displayOf(stream: Writable, environment: Environment): Display {
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    hasColours: wantsColours(isTerminal, environment),
    columns: isTerminal ? stream.columns || 80 : Number.POSITIVE_INFINITY,
  };
}

/** `FORCE_COLOR` and `NO_COLOR` (no-color.org) decide; else terminals that know colours get them. */
function wantsColours(isTerminal: boolean, environment: Environment): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: forbidden, TERM: terminal } = environment;
  if (forced) return forced !== '0' && forced !== 'false';
  return isTerminal && !forbidden && terminal !== 'dumb';
}

const styles = {
  bold: 'bold',
  faint: 'dim',
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  name: 'cyan',
} as const;

/** Each function gives its text in that style, or unchanged if there are no colours. */
export type Styles = Readonly<Record<keyof typeof styles, (text: string) => string>>;

export function stylesOf({ hasColours }: Pick<Display, 'hasColours'>): Styles {
  const styled = (style: keyof typeof styles) => (text: string) =>
    hasColours ? styleText(styles[style], text, { validateStream: false }) : text;
  return {
    bold: styled('bold'),
    faint: styled('faint'),
    good: styled('good'),
    bad: styled('bad'),
    warning: styled('warning'),
    name: styled('name'),
  };
}

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
