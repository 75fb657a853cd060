import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SuggestionList } from '../../search/suggestion-list.tsx';
import type { Suggestion } from '../../search/suggestions.ts';
import { useSuggestionKeys } from '../../search/use-suggestion-keys.ts';
import { useKnownRequests } from './known-requests.ts';
import { suggestFields } from './template-words.ts';

interface TemplateFieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  describedBy: string;
  isInvalid: boolean;
  placeholder?: string;
}

const fewestLines = 3;
const mostLines = 16;

/** A text of several lines, in which `{{` begins a field of the request: it is suggested while the user types. */
export function TemplateField(props: TemplateFieldProps) {
  const { id, value, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [lastCaret, setCaret] = useState(0);
  const caret = Math.min(lastCaret, value.length);
  const [isOpen, setOpen] = useState(false);
  const known = useKnownRequests(isOpen);
  const suggestions = useMemo(
    () => (isOpen ? suggestFields(value, caret, known) : []),
    [isOpen, value, caret, known],
  );
  const isShown = suggestions.length > 0;
  const accept = (suggestion: Suggestion) => {
    flushSync(() => onChange(suggestion.text));
    setCaret(suggestion.caret);
    setOpen(false);
    area.current?.setSelectionRange(suggestion.caret, suggestion.caret);
  };
  const keys = useSuggestionKeys({
    suggestions,
    isShown,
    onAccept: accept,
    onOpen: setOpen,
    onEscape: () => {},
  });
  const lines = value.split('\n', mostLines).length;
  return (
    <div className="relative">
      <textarea
        aria-activedescendant={keys.active < 0 ? undefined : `${listId}-${keys.active}`}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className="block w-full resize-y rounded-lg border border-control bg-surface px-2.5 py-1.5 font-mono text-[0.8125rem] aria-invalid:border-danger"
        id={id}
        onBlur={keys.close}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCaret(currentTarget.selectionStart);
          setOpen(true);
          keys.choose(-1);
        }}
        // Without suggestions, the arrows move the caret.
        onKeyDown={(event) => isShown && keys.onKeyDown(event)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        placeholder={props.placeholder}
        ref={area}
        rows={Math.max(fewestLines, lines)}
        spellCheck={false}
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
