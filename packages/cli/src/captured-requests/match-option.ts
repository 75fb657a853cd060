import type { Surroundings, TextOption } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { markedText, visible } from '../output/text.ts';

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
  const { bodyKinds, matchFields } = await import('@hookwell/core/match');
  return [
    ...matchFields.map(({ name, start }) => (name.includes('.') ? start : `${start}:`)),
    ...bodyKinds.map((kind) => `has:${kind}`),
  ];
}

/**
 * The text of a match that was given to an option, for the service: its times without a zone are those of this machine. A term that is hardly the one that was meant is noted.
 * @throws {UsageError} if it is none, with its wrong part marked
 */
export async function checkedMatch(
  text: string | undefined,
  command: string,
  { note }: Pick<Surroundings, 'note'>,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  // Loaded here, so that help answers without it.
  const { MatchError, matchHints } = await import('@hookwell/core/match');
  const { localMatch } = await import('./local-match.ts');
  let match: string;
  try {
    match = localMatch(text);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new UsageError(`Option --match: ${error.message}`, command, markedText(text, error));
  }
  for (const { message } of matchHints(text)) note(`Hint: ${visible(message)}.`);
  return match;
}

/** A match for the requests of an event that match beside that. */
export async function matchOfEvent(
  event: string | undefined,
  match: string | undefined,
): Promise<string | undefined> {
  if (event === undefined) return match;
  const { printTerm } = await import('@hookwell/core/match');
  const condition = {
    kind: 'field',
    field: { name: 'event' },
    operator: '=',
    text: event,
  } as const;
  const term = printTerm({ isNegated: false, condition });
  return match === undefined ? term : `${term} ${match}`;
}
