import {
  type Expectation,
  ExpectationError,
  expectationForms,
  parseExpectations,
} from '@hookwell/core/grade';
import { useId, useMemo, useRef, useState } from 'react';
import { readSetting, writeSetting } from '../page/this-page.ts';
import { SuggestionList } from '../search/suggestion-list.tsx';
import type { Suggestion } from '../search/suggestions.ts';
import { useCombobox } from '../search/use-combobox.ts';

/** A word that is no expectation, and why. */
interface ExpectationProblem {
  sentence: string;
  start: number;
  end: number;
}

export interface TypedExpectations {
  text: string;
  change: (text: string) => void;
  problem: ExpectationProblem | undefined;
  /** The expectations in the text, or those in it before it had a problem. */
  expectations: readonly Expectation[];
}

/** The expectations of the sender to an endpoint. A text without a problem is remembered. */
export function useExpectations(token: string): TypedExpectations {
  const [text, setText] = useState(() => keptExpectations(token));
  const [last, setLast] = useState(() => readExpectations(usualExpectations).expectations ?? []);
  const read = useMemo(() => readExpectations(text), [text]);
  if (read.expectations !== undefined && read.expectations !== last) setLast(read.expectations);
  const change = (typed: string) => {
    setText(typed);
    if (readExpectations(typed).problem === undefined) keepExpectations(token, typed);
  };
  return { text, change, problem: read.problem, expectations: read.expectations ?? last };
}

interface ReadExpectations {
  expectations?: Expectation[];
  problem?: ExpectationProblem;
}

function readExpectations(text: string): ReadExpectations {
  try {
    return { expectations: parseExpectations(text) };
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    const { message, start, end } = error;
    return { problem: { sentence: message, start, end } };
  }
}

/** Expectations that fit most senders. */
const usualExpectations =
  'attempts>=3 backoff=growing same-id same-body stops-after-2xx honours-retry-after';

/** The expectations of so many endpoints are kept in this browser. */
const mostEndpoints = 20;
const mostCharacters = 500;

/** The expectations that the user of this browser has of an endpoint's sender. */
function keptExpectations(token: string): string {
  return kept().get(token) ?? usualExpectations;
}

/** Keeps the text, or forgets it if it is the usual one. */
function keepExpectations(token: string, text: string): void {
  if (text.length > mostCharacters) return;
  const known = kept();
  // The latest stands last.
  known.delete(token);
  if (text !== usualExpectations) known.set(token, text);
  const pairs = [...known].slice(-mostEndpoints);
  const written = new URLSearchParams(pairs).toString();
  writeSetting('expectations', written === '' ? undefined : written);
}

function kept(): Map<string, string> {
  return new Map(new URLSearchParams(readSetting('expectations') ?? ''));
}

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
