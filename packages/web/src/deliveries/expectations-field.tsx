import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SuggestionList } from '../search/suggestion-list.tsx';
import type { Suggestion } from '../search/suggestions.ts';
import { useSuggestionKeys } from '../search/use-suggestion-keys.ts';
import { suggestExpectations } from './expectation-suggestions.ts';
import { usualExpectations } from './kept-expectations.ts';
import type { TypedExpectations } from './use-expectations.ts';

/** The field for expectations. It explains each of them while the user types. It wraps, since a line is too short. */
export function ExpectationsField({ typed }: { typed: TypedExpectations }) {
  const { text, change, problem } = typed;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const suggestions = isOpen ? suggestExpectations(text, caret) : [];
  const isShown = suggestions.length > 0;
  const accept = (suggestion: Suggestion) => {
    // The change happens at once, since the user may have pressed the next key already.
    flushSync(() => change(suggestion.text));
    setOpen(false);
    setCaret(suggestion.caret);
    field.current?.focus();
    field.current?.setSelectionRange(suggestion.caret, suggestion.caret);
  };
  const keys = useSuggestionKeys({
    suggestions,
    isShown,
    onAccept: accept,
    onOpen: setOpen,
    onEscape: () => field.current?.blur(),
  });
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
          aria-activedescendant={keys.active < 0 ? undefined : `${id}-${keys.active}`}
          aria-autocomplete="list"
          aria-controls={id}
          aria-describedby={`${id}-problem`}
          aria-invalid={shownProblem !== undefined}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className="block field-sizing-content max-h-40 min-h-9 w-full resize-none rounded-lg border border-control bg-surface px-2.5 py-1.5 font-mono text-[0.8125rem] [font-variant-ligatures:none] outline-offset-0 aria-invalid:border-danger"
          id={`${id}-field`}
          maxLength={500}
          onBlur={() => {
            setFocused(false);
            keys.close();
          }}
          onChange={({ currentTarget }) => {
            // A line break would only look like white space that means something.
            change(currentTarget.value.replace(/[\r\n]+/g, ' '));
            setCaret(currentTarget.selectionStart);
            setOpen(true);
            keys.choose(-1);
          }}
          onClick={() => setOpen(true)}
          onFocus={() => setFocused(true)}
          onKeyDown={(event) => {
            keys.onKeyDown(event);
            if (event.key === 'Enter') event.preventDefault();
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          ref={field}
          rows={2}
          spellCheck={false}
          value={text}
        />
        <SuggestionList
          active={keys.active}
          id={id}
          isShown={isShown}
          onAccept={accept}
          suggestions={suggestions}
        />
      </div>
      <p aria-live="polite" className="mt-1 text-danger empty:hidden" id={`${id}-problem`}>
        {shownProblem && `${shownProblem.sentence}.`}
      </p>
    </div>
  );
}
