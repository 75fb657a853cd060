import { textWidth } from './text-width.ts';
import { visible } from './visible.ts';

/** The most characters that are shown before the wrong part, and of it. */
const mostCharactersAround = 60;

/** The text with its wrong part underlined, on two lines that are safe for a terminal. */
export function markedText(text: string, { start, end }: { start: number; end: number }): string {
  const from = start > mostCharactersAround ? start - mostCharactersAround : 0;
  const until = Math.min(end, start + mostCharactersAround);
  const before = (from > 0 ? '…' : '') + visible(text.slice(from, start));
  const wrong = visible(text.slice(start, until));
  const rest = text.slice(until, until + mostCharactersAround);
  const behind = visible(rest) + (until + rest.length < text.length ? '…' : '');
  const line = '^'.repeat(Math.max(1, textWidth(wrong)));
  return `  ${before}${wrong}${behind}\n  ${' '.repeat(textWidth(before))}${line}`;
}
