import type { CapturedRequestSummary } from '@hookwell/client';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestion, suggest } from './suggestions.ts';
import type { FilterText } from './use-filter-text.ts';

export interface FilterBoxProps {
  filterText: FilterText;
  /** Values of these captured requests are suggested. */
  requests: readonly CapturedRequestSummary[];
  /** Sentences about the words of the filter that make no sense. */
  problems: readonly string[];
}

/** The field that narrows the list. It suggests the rest of a word while the user types (WAI-ARIA, editable combobox). */
export function FilterBox({ filterText, requests, problems }: FilterBoxProps) {
  const { text, change, begin } = filterText;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useMemo(
    () => (isOpen ? suggest(text, caret, requests) : []),
    [isOpen, text, caret, requests],
  );
  const isShown = isOpen && suggestions.length > 0;
  const shownActive = active < suggestions.length ? active : -1;
  useShortcut('/', () => input.current?.focus(), { label: 'Filter', group: 'List' });

  const moveCaret = () => setCaret(input.current?.selectionStart ?? 0);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const accept = (suggestion: Suggestion) => {
    // The change happens at once, since the user may have pressed the next key already.
    flushSync(() => change(suggestion.text));
    setCaret(suggestion.caret);
    setActive(-1);
    input.current?.focus();
    input.current?.setSelectionRange(suggestion.caret, suggestion.caret);
  };
  const clear = () => {
    change('');
    setCaret(0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = suggestions[shownActive];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      // The place before the first suggestion stands for none of them.
      const places = suggestions.length + 1;
      setActive(((shownActive + 1 + step + places) % places) - 1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      event.preventDefault();
      accept(chosen);
    } else if (event.key === 'Enter') close();
    else if (event.key === 'Escape') {
      event.preventDefault();
      if (isShown) close();
      else if (text !== '') clear();
      else input.current?.blur();
    }
  };

  return (
    <search className="relative block">
      <SearchIcon className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        aria-activedescendant={shownActive < 0 ? undefined : `${listId}-${shownActive}`}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-describedby={problems.length > 0 ? `${listId}-problems` : undefined}
        aria-expanded={isShown}
        aria-label="Filter"
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className="h-9 w-full min-w-0 rounded-lg border border-control bg-surface pr-9 pl-8 text-[0.8125rem] outline-offset-0"
        enterKeyHint="search"
        onBlur={close}
        onChange={({ currentTarget }) => {
          change(currentTarget.value);
          setCaret(currentTarget.selectionStart ?? 0);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onFocus={begin}
        onKeyDown={onKeyDown}
        onSelect={moveCaret}
        placeholder="Filter: text, method:post, body:paid"
        ref={input}
        role="combobox"
        spellCheck={false}
        type="text"
        value={text}
      />
      {text !== '' && (
        <IconButton
          className="absolute! top-0.5 right-0.5"
          label="Clear the filter"
          onClick={clear}
        >
          <CloseIcon />
        </IconButton>
      )}
      <SuggestionList
        active={shownActive}
        id={listId}
        isShown={isShown}
        onAccept={accept}
        suggestions={suggestions}
      />
      {problems.length > 0 && (
        <p className="px-1 pt-1 text-xs text-warn" id={`${listId}-problems`}>
          {problems.join('. ')}.
        </p>
      )}
    </search>
  );
}
