import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SuggestionList } from '../../search/suggestion-list.tsx';
import type { Suggestion } from '../../search/suggestions.ts';
import { useSuggestionKeys } from '../../search/use-suggestion-keys.ts';
import { inputClass } from '../../ui/field.tsx';

/** A text that can be put into a field. */
export interface Option {
  label: string;
  /** A sentence about it. */
  hint?: string;
}

export interface SuggestedInputProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The accessible name, where no label stands beside the field. */
  label?: string;
  id?: string;
  placeholder?: string;
  inputMode?: 'numeric';
  isInvalid?: boolean;
  describedBy?: string | undefined;
  input?: RefObject<HTMLInputElement | null>;
  /** Called for keys that choose no suggestion. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste?: (text: string) => boolean;
}

/** A text field that suggests whole texts (WAI-ARIA, editable combobox). */
export function SuggestedInput(props: SuggestedInputProps) {
  const { value, onChange, options, onKey, onPaste } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = props.input ?? own;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const suggestions = isOpen ? suggestionsFor(options, value) : [];
  const isShown = suggestions.length > 0;
  const accept = ({ text }: Suggestion) => {
    flushSync(() => onChange(text));
    setOpen(false);
    input.current?.setSelectionRange(text.length, text.length);
  };
  const keys = useSuggestionKeys({
    suggestions,
    isShown,
    onAccept: accept,
    onOpen: setOpen,
    onEscape: () => {},
  });
  return (
    <div className="relative">
      <input
        aria-activedescendant={keys.active < 0 ? undefined : `${listId}-${keys.active}`}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-describedby={props.describedBy}
        aria-expanded={isShown}
        aria-invalid={props.isInvalid || undefined}
        aria-label={props.label}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className={`${inputClass} font-mono text-[0.8125rem]`}
        id={props.id}
        inputMode={props.inputMode}
        onBlur={keys.close}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setOpen(true);
          keys.choose(-1);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          const isChoosing = isShown && keys.active >= 0;
          keys.onKeyDown(event);
          if (!isChoosing && !event.defaultPrevented) onKey?.(event);
        }}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text')) === true) event.preventDefault();
        }}
        placeholder={props.placeholder}
        ref={input}
        role="combobox"
        spellCheck={false}
        type="text"
        value={value}
      />
      <SuggestionList
        active={keys.active}
        id={listId}
        isShown={isShown}
        onAccept={accept}
        suggestions={suggestions}
      />
    </div>
  );
}

/** The options that contain what is typed. */
function suggestionsFor(options: readonly Option[], typed: string): Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  return options
    .filter(({ label }) => label !== typed && label.toLowerCase().includes(wanted))
    .map(({ label, hint }) => ({ label, hint, text: label, caret: label.length }));
}
