import { longestMatchCharacters, type MatchTerm, printWord, readMatch } from '@hookwell/core/match';

/** A pasted text leaves room for what else the filter has. */
const mostWords = 32;
const mostCharacters = longestMatchCharacters / 2;

/** The text to paste in the place of a part of the filter: between words, one that is found as it is; within a word, itself. */
export function filterToPaste(
  pasted: string,
  filter: string,
  start: number | null,
  end: number | null,
): string {
  const around = [filter.slice(0, start ?? 0).at(-1), filter.at(end ?? 0)];
  const isInWord = around.some((character) => character !== undefined && /\S/.test(character));
  return isInWord ? pasted : pastedFilter(pasted);
}

/**
 * A pasted text as a filter: as it is if it is a match, else its words in quotes, so that what was copied from a body
 * finds that body. The words are apart wherever white space is outside of JSON strings, since views of bodies show
 * other white space than was sent.
 */
export function pastedFilter(pasted: string): string {
  const text = pasted
    .slice(0, longestMatchCharacters)
    .replace(/[\r\n]+/g, ' ')
    .trim();
  const { match, errors } = readMatch(text);
  if (errors.length === 0 && match.terms.every((term) => isMeant(term, text))) return text;
  let filter = '';
  for (const [run] of [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|\S)+/g)].slice(0, mostWords)) {
    const longer = `${filter} ${printWord(run)}`.trim();
    // The beginning of a word that is too long is looked for alone.
    if (longer.length > mostCharacters)
      return filter === '' ? printWord(run.slice(0, mostCharacters / 2)) : filter;
    filter = longer;
  }
  return filter;
}

/** Whether a term is meant in the match language. Quotes that it would drop are those of a body, and so are `-5` and `a=1&b=2`. */
function isMeant({ condition, start, end }: MatchTerm, text: string): boolean {
  const written = text.slice(start, end);
  if (condition.kind === 'field') {
    const isForm = condition.operator === '=' && /&[^&=]+=/.test(condition.text);
    return !isForm || condition.field.name === 'query';
  }
  if (condition.kind !== 'word' || /^-[\d.]/.test(written)) return condition.kind !== 'word';
  return !/["'\\]/.test(written) || written.replace(/^-/, '') === printWord(condition.text);
}
