import { expectationForms } from '@hookwell/verdict';
import type { Suggestion } from '../search/suggestions.ts';

/** The expectations that the word at the caret may become, and do not stand in the text yet. */
export function suggestExpectations(text: string, caret: number): Suggestion[] {
  const start = text.slice(0, caret).search(/\S*$/);
  const length = text.slice(caret).search(/\s|$/);
  const word = text.slice(start, caret + length);
  const others = `${text.slice(0, start)} ${text.slice(caret + length)}`
    .split(/\s+/)
    .map((other) => nameOf(other));
  return expectationForms
    .filter(({ example }) => example !== word && !others.includes(nameOf(example)))
    .filter(
      ({ example }) => example.startsWith(word.toLowerCase()) || isBeingCompared(word, example),
    )
    .map(({ example, means }) => {
      const before = `${text.slice(0, start)}${example} `;
      const rest = text.slice(caret + length).trimStart();
      return { label: example, hint: means, text: `${before}${rest}`, caret: before.length };
    });
}

function nameOf(word: string): string {
  return word.toLowerCase().replace(/[<>=].*$/s, '');
}

/** While another number is typed, the explanation stays in sight. */
function isBeingCompared(word: string, example: string): boolean {
  return /[<>=]/.test(word) && nameOf(word) === nameOf(example);
}
