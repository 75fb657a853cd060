import type { CapturedRequestSummary } from '@hookwell/client';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import type { FilterProblem, ReadFilter } from './read-filter.ts';
import type { Suggestion } from './suggestions.ts';
import { TimeRangeMenu } from './time-range-menu.tsx';
import { sinceDay, withoutWord, withTimeRange } from './time-ranges.ts';
import type { FilterText } from './use-filter-text.ts';
import { loadLanguage, useLanguage } from './use-language.ts';
import { useOpenJson } from './use-open-json.ts';
import { useSuggestionKeys } from './use-suggestion-keys.ts';

export interface FilterBoxProps {
  filterText: FilterText;
  /** Names and values of these captured requests are suggested. */
  requests: readonly CapturedRequestSummary[];
  /** The names and values in its body are suggested too. */
  openRequest: CapturedRequestSummary | undefined;
}

const DayField = lazyComponent(() => import('./day-field.tsx'), 'DayField');

const unread: ReadFilter = { match: '', problems: [], times: [] };

/**
 * The field that narrows the list, in the match language. It suggests the rest of a word while the user types
 * (WAI-ARIA, editable combobox), and explains words that make no sense.
 */
export function FilterBox({ filterText, requests, openRequest }: FilterBoxProps) {
  const { text, change, begin } = filterText;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isPickingDay, setPickingDay] = useState(false);
  const loaded = useLanguage(text !== '' || isOpen);
  const language = loaded === 'failed' ? undefined : loaded;
  const json = useOpenJson(openRequest, isOpen ? language : undefined);
  const read = useMemo(() => language?.readFilter(text) ?? unread, [language, text]);
  const suggestions = useMemo(() => {
    if (!isOpen || language === undefined) return [];
    return language.suggest(text, caret, { requests, json, eventOf: language.knownEvent });
  }, [isOpen, language, text, caret, requests, json]);
  const isShown = isOpen && suggestions.length > 0;
  useShortcut('/', () => input.current?.focus(), { label: 'Filter', group: 'List' });

  const focusAt = (start: number, end = start) => {
    input.current?.focus();
    input.current?.setSelectionRange(start, end);
  };
  const accept = (suggestion: Suggestion) => {
    // The change happens at once, since the user may have pressed the next key already.
    flushSync(() => change(suggestion.text));
    setCaret(suggestion.caret);
    focusAt(suggestion.caret);
  };
  const clear = () => {
    change('');
    setCaret(0);
    input.current?.focus();
  };
  const keys = useSuggestionKeys({
    suggestions,
    isShown,
    onAccept: accept,
    onOpen: setOpen,
    onEscape: () => (text === '' ? input.current?.blur() : clear()),
  });
  const problems = read.problems.filter((problem) => !isBeingTyped(problem, isFocused, caret));

  return (
    <search className="block">
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <input
          aria-activedescendant={keys.active < 0 ? undefined : `${id}-${keys.active}`}
          aria-autocomplete="list"
          aria-controls={language === undefined ? undefined : id}
          aria-describedby={language === undefined ? undefined : `${id}-problems`}
          aria-expanded={isShown}
          aria-invalid={problems.some(({ isUnfinished }) => !isUnfinished)}
          aria-label="Filter"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className="h-9 w-full min-w-0 rounded-lg border border-control bg-surface pr-17 pl-8 text-[0.8125rem] outline-offset-0"
          enterKeyHint="search"
          onBlur={() => {
            setFocused(false);
            keys.close();
          }}
          onChange={({ currentTarget }) => {
            change(currentTarget.value);
            setCaret(currentTarget.selectionStart ?? 0);
            setOpen(true);
            keys.choose(-1);
          }}
          onClick={() => setOpen(true)}
          onFocus={() => {
            setFocused(true);
            begin();
            void loadLanguage();
          }}
          onKeyDown={keys.onKeyDown}
          onSelect={() => setCaret(input.current?.selectionStart ?? 0)}
          placeholder="Search: a word, json.type=…"
          ref={input}
          role="combobox"
          spellCheck={false}
          type="text"
          value={text}
        />
        {language && <language.FilterMarks input={input} problems={problems} text={text} />}
        {text !== '' && (
          <IconButton
            className="absolute! top-0.5 right-8.5"
            label="Clear the filter"
            onClick={clear}
          >
            <CloseIcon />
          </IconButton>
        )}
        <TimeRangeMenu
          onChange={change}
          onPickDay={() => setPickingDay(true)}
          text={text}
          times={read.times}
        />
        {language && (
          <language.SuggestionList
            active={keys.active}
            id={id}
            isShown={isShown}
            onAccept={accept}
            suggestions={suggestions}
          />
        )}
      </div>
      {language && (
        <language.FilterProblems
          id={`${id}-problems`}
          onSelect={({ start, end }) => focusAt(start, end)}
          problems={problems}
        />
      )}
      {isPickingDay && (
        <LazyPart>
          <DayField
            onCancel={() => {
              setPickingDay(false);
              input.current?.focus();
            }}
            onChoose={(day) => {
              setPickingDay(false);
              change(withTimeRange(text, read.times, sinceDay(day)));
              input.current?.focus();
            }}
          />
        </LazyPart>
      )}
      {language && (
        <language.TimeChips
          onRemove={(time) => {
            change(withoutWord(text, time));
            input.current?.focus();
          }}
          times={read.times}
        />
      )}
    </search>
  );
}

/** An unfinished word is not explained while the caret is in it. */
function isBeingTyped(problem: FilterProblem, isFocused: boolean, caret: number): boolean {
  return isFocused && problem.isUnfinished && problem.start <= caret && caret <= problem.end;
}
