import { styleText } from 'node:util';
import type { Display, Surroundings } from '../command-line/command.ts';

type Environment = Surroundings['environment'];

/** The part of a stream that tells whether it is a terminal. */
export interface Writable {
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
