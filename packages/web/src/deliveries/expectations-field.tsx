import { expectationForms } from '@hookwell/core/grade';
import { useId, useRef } from 'react';
import { SuggestionList } from '../search/suggestion-list.tsx';
import type { Suggestion } from '../search/suggestions.ts';
import { useCombobox } from '../search/use-combobox.ts';
import { usualExpectations } from './kept-expectations.ts';
import type { TypedExpectations } from './use-expectations.ts';

/** The field for expectations. It explains each of them while the user types. It wraps, since a line is too short. */
export function ExpectationsField({ typed }: { typed: TypedExpectations }) {
  const { text, change, problem } = typed;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({
    field,
    text,
    // A line break would only look like white space that means something.
    onChange: (typedText) => change(typedText.replace(/[\r\n]+/g, ' ')),
    onEscape: () => field.current?.blur(),
  });
  const { caret, isOpen, isFocused } = combobox;
  const { input, list } = combobox.offer(isOpen ? suggestExpectations(text, caret) : []);
  const isBeingTyped = isFocused && problem && problem.start <= caret && caret <= problem.end;
  const shownProblem = isBeingTyped ? undefined : problem;
  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label className="mb-1 block font-medium" htmlFor={`${id}-field`}>
          Expectations
        </label>
        {text !== usualExpectations && (
          <button
            className="text-xs font-medium text-accent underline underline-offset-2"
            onClick={() => {
              change(usualExpectations);
              field.current?.focus();
            }}
            type="button"
          >
            The usual ones
          </button>
        )}
      </div>
      <div className="relative">
        <textarea
          {...input}
          aria-describedby={`${id}-problem`}
          aria-invalid={shownProblem !== undefined}
          className="block field-sizing-content max-h-40 min-h-9 w-full resize-none rounded-lg border border-control bg-surface px-2.5 py-1.5 font-mono text-[0.8125rem] outline-offset-0 aria-invalid:border-danger"
          id={`${id}-field`}
          maxLength={500}
          onClick={() => combobox.setOpen(true)}
          onKeyDown={(event) => {
            input.onKeyDown(event);
            if (event.key === 'Enter') event.preventDefault();
          }}
          rows={2}
        />
        <SuggestionList {...list} />
      </div>
      <p aria-live="polite" className="mt-1 text-danger empty:hidden" id={`${id}-problem`}>
        {shownProblem && `${shownProblem.sentence}.`}
      </p>
    </div>
  );
}

/** The expectations that the word at the caret may become, and do not stand in the text yet. */
function suggestExpectations(text: string, caret: number): Suggestion[] {
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
