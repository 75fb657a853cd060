import { longestMatchCharacters, type MatchTerm, printWord, readMatch } from '@hookwell/match';
import type { ClipboardEvent } from 'react';

/** A pasted text leaves room for what else the filter has. */
const mostWords = 32;
const mostCharacters = longestMatchCharacters / 2;

/** Pastes a text between words so that it is found as it is. Within a word, the browser pastes it. */
export function pasteAsFilter(event: ClipboardEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const around = [value.slice(0, selectionStart ?? 0).at(-1), value.at(selectionEnd ?? 0)];
  if (around.some((character) => character !== undefined && /\S/.test(character))) return;
  const text = event.clipboardData.getData('text');
  event.preventDefault();
  // The older way is the one that the user can undo.
  document.execCommand('insertText', false, pastedFilter(text));
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
