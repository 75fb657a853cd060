import type { TextOption } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { textWidth } from '../output/text-width.ts';
import { visible } from '../output/visible.ts';

/** An option that takes a match. The service applies it. */
export function matchOption(description: string) {
  return {
    type: 'text',
    placeholder: 'MATCH',
    description: `${description}, as in "method:POST json.type=invoice.paid" (docs/matching.md).`,
    takesMinus: true,
    suggestions: matchSuggestions,
  } as const satisfies TextOption;
}

/** The beginnings of terms. */
async function matchSuggestions(): Promise<readonly string[]> {
  const { bodyKinds, matchFields } = await import('@hookwell/match');
  return [
    ...matchFields.map(({ name, start }) => (name.includes('.') ? start : `${start}:`)),
    ...bodyKinds.map((kind) => `has:${kind}`),
  ];
}

/**
 * The text of a match that was given to an option.
 * @throws {UsageError} if it is none, with its wrong part marked
 */
export async function checkedMatch(
  text: string | undefined,
  command: string,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  // Loaded here, so that help answers without it.
  const { MatchError, parseMatch } = await import('@hookwell/match');
  try {
    parseMatch(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new UsageError(`Option --match: ${error.message}`, command, marked(text, error));
  }
  return text;
}

/** The most characters that are shown before the wrong part, and of it. */
const mostCharactersAround = 60;

/** The text with its wrong part underlined, on two lines that are safe for a terminal. */
function marked(text: string, { start, end }: { start: number; end: number }): string {
  const from = start > mostCharactersAround ? start - mostCharactersAround : 0;
  const until = Math.min(end, start + mostCharactersAround);
  const before = (from > 0 ? '…' : '') + visible(text.slice(from, start));
  const wrong = visible(text.slice(start, until));
  const rest = text.slice(until, until + mostCharactersAround);
  const behind = visible(rest) + (until + rest.length < text.length ? '…' : '');
  const line = '^'.repeat(Math.max(1, textWidth(wrong)));
  return `  ${before}${wrong}${behind}\n  ${' '.repeat(textWidth(before))}${line}`;
}
