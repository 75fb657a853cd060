import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useState,
} from 'react';
import type { FilterProblem, ReadFilter } from './filter-text.ts';
import type { KnownRequests } from './seen-values.ts';
import type { Suggestion } from './suggestions.ts';
import { useCombobox } from './use-combobox.ts';
import { loadedLanguage, loadLanguage, type SearchLanguage, useLanguage } from './use-language.ts';

/** Those that wait for the language together: the length of what was inserted before the next one of them. */
const waiting = new WeakMap<HTMLInputElement, { inserted: number }>();

/**
 * Pastes a text so that it is found as it is. It waits for the match language; without that, it is pasted as it is. What was
 * typed meanwhile stays behind it, and so does the caret.
 */
async function pasteAsFilter(event: ClipboardEvent<HTMLInputElement>): Promise<void> {
  const field = event.currentTarget;
  const { value, selectionStart, selectionEnd } = field;
  const pasted = event.clipboardData.getData('text');
  if (pasted === '') return;
  event.preventDefault();
  const together = waiting.get(field) ?? { inserted: 0 };
  waiting.set(field, together);
  await loadLanguage();
  waiting.delete(field);
  const { inserted } = together;
  const start = (selectionStart ?? 0) + inserted;
  const end = (selectionEnd ?? 0) + inserted;
  const filter = inserted > 0 ? field.value : value;
  const text = loadedLanguage()?.filterToPaste(pasted, filter, start, end) ?? pasted;
  together.inserted += text.length;
  const isUnchanged = field.value === value;
  const behindCaret = field.value.length - (field.selectionEnd ?? 0);
  const { activeElement } = document;
  field.focus();
  // The field may be gone by now.
  if (document.activeElement !== field) return;
  field.setSelectionRange(start, isUnchanged ? end : start);
  // The older way is the one that the user can undo.
  document.execCommand('insertText', false, text);
  const caret = field.value.length - behindCaret;
  if (!isUnchanged) field.setSelectionRange(caret, caret);
  if (activeElement instanceof HTMLElement) activeElement.focus();
}

interface MatchInputProps {
  text: string;
  onChange: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
  /** The accessible name. */
  label: string;
  placeholder: string;
  /** Names and values of these captured requests are suggested. */
  requests: readonly CapturedRequestSummary[];
  /** The names and values in its body are suggested too. */
  openRequest: CapturedRequestSummary | undefined;
  /** The drawing of a search before the text, and room for two buttons behind it. */
  look: 'search' | 'field';
  /** The elements over the ends of the field. */
  children?: ReactNode;
  /** Leaves out suggestions that make no sense here. */
  isOffered?: (suggestion: Suggestion) => boolean;
  /** The id of a sentence about the text as a whole. It is wrong if there is one. */
  faultId?: string | undefined;
  onFocus?: () => void;
  /** Called for the Escape key when no suggestions are shown. */
  onEscape?: () => void;
}

const looks = {
  search: { input: 'pr-17 pl-8', marks: 'right-17 left-8' },
  field: { input: 'px-2.5 aria-invalid:border-danger', marks: 'inset-x-2.5' },
};

const unread: ReadFilter = { match: '', isRefused: false, problems: [], times: [], texts: [] };
const everySuggestion = () => true;

/** A field for a text in the match language. It suggests the rest of a word while the user types, and explains words that make no sense. */
export function MatchInput(props: MatchInputProps) {
  const { text, onChange, input, requests, isOffered = everySuggestion } = props;
  const look = looks[props.look];
  const id = useId();
  const combobox = useCombobox({
    field: input,
    text,
    onChange,
    isOpenAt: isInWord,
    // A complete term has a space behind it.
    onAccepted: (accepted) => {
      if (/\s$/.test(accepted)) keep(accepted);
    },
    onEscape: props.onEscape,
  });
  const { caret, isFocused, isOpen } = combobox;
  const isSearch = props.look === 'search';
  // What is kept is read while this renders.
  const [, setForgotten] = useState<string>();
  const loaded = useLanguage(text !== '' || isOpen);
  const language = loaded === 'failed' ? undefined : loaded;
  const known = useSuggestionSource(requests, props.openRequest, isOpen ? language : undefined);
  const read = useMemo(() => language?.readFilter(text) ?? unread, [language, text]);
  const suggestions = useMemo(() => {
    if (!isOpen || language === undefined) return [];
    return language.suggest(text, caret, known).filter(isOffered);
  }, [isOpen, language, text, caret, known, isOffered]);
  const recent = isSearch && isOpen && text === '' ? language?.recentSearches() : undefined;
  const all = recent === undefined ? suggestions : [...recent, ...suggestions];
  const offered = combobox.offer(all);
  // The user may be faster than the language.
  const keep = (search: string) => {
    if (isSearch) void loadLanguage().then(() => loadedLanguage()?.keepSearch(search));
  };
  const forget = ({ label }: Suggestion) => {
    language?.forgetSearch(label);
    setForgotten(label);
  };
  const isTyped = (problem: FilterProblem) => isBeingTyped(problem, isFocused, caret);
  // In a form, an explanation that came with the loss of the focus would move the button under the pointer.
  const problems = isSearch ? read.problems.filter((problem) => !isTyped(problem)) : read.problems;
  const described = [language && `${id}-problems`, props.faultId].filter(Boolean).join(' ');

  return (
    <>
      <div className="relative">
        <input
          {...offered.input}
          aria-controls={language && offered.list.id}
          aria-describedby={described || undefined}
          aria-expanded={offered.list.isShown}
          aria-invalid={
            props.faultId !== undefined ||
            problems.some((problem) => (isSearch ? !problem.isUnfinished : !isTyped(problem)))
          }
          aria-label={props.label}
          className={`h-9 w-full min-w-0 rounded-lg border border-control bg-surface text-[0.8125rem] outline-offset-0 ${look.input}`}
          enterKeyHint={props.look === 'search' ? 'search' : 'done'}
          // Below a search are its results, which suggestions cover no longer than they help.
          onClick={() => (!isSearch || text === '') && combobox.setOpen(true)}
          onFocus={() => {
            offered.input.onFocus();
            props.onFocus?.();
            void loadLanguage();
          }}
          onKeyDown={(event) => {
            const chosen = all[offered.list.active];
            if (event.key === 'Enter' && chosen === undefined) keep(text);
            if (event.key === 'Delete' && event.shiftKey && chosen?.isRecent) {
              event.preventDefault();
              forget(chosen);
            } else offered.input.onKeyDown(event);
          }}
          onPaste={(event) => void pasteAsFilter(event)}
          placeholder={props.placeholder}
          role="combobox"
          type="text"
        />
        {language && (
          <language.FilterMarks
            className={look.marks}
            input={input}
            problems={problems}
            text={text}
          />
        )}
        {props.children}
        {language && <language.SuggestionList {...offered.list} onForget={forget} />}
      </div>
      {language && (
        <language.FilterProblems
          id={`${id}-problems`}
          isQuiet={(problem) => (isSearch ? problem.isUnfinished : isTyped(problem))}
          loudly={isSearch ? 'text-warn' : 'text-danger'}
          onSelect={({ start, end }) => combobox.focusAt(start, end)}
          problems={problems}
        />
      )}
    </>
  );
}

/** Whether the caret is behind a character of a word, whose rest can be suggested. A complete term has a space behind it. */
function isInWord(text: string, caret: number): boolean {
  return /\S$/.test(text.slice(0, caret));
}

/** An unfinished word is not explained while the caret is in it. */
function isBeingTyped(problem: FilterProblem, isFocused: boolean, caret: number): boolean {
  return isFocused && problem.isUnfinished && problem.start <= caret && caret <= problem.end;
}

const nothingRead = { json: [], headers: {} };

/**
 * The requests that names and values are suggested from: the open one with its X- headers, and the bodies of the newest,
 * which are read once whenever the suggestions open.
 * @param language missing as long as nothing is suggested
 */
export function useSuggestionSource(
  requests: readonly CapturedRequestSummary[],
  open: CapturedRequestSummary | undefined,
  language: SearchLanguage | undefined,
): KnownRequests {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives meanwhile is read the next time
  const asked = useMemo(() => requests, [language === undefined]);
  const { data: read = nothingRead } = useQuery({
    queryKey: ['suggested', open?.id, asked[0]?.id, asked.length],
    queryFn: async () => (await language?.readSuggested(asked, open)) ?? nothingRead,
    enabled: language !== undefined && asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return useMemo(() => {
    const others = requests.filter(({ id }) => id !== open?.id);
    const known = open && { ...open, headers: { ...read.headers, ...open.headers } };
    return {
      requests: known === undefined ? others : [known, ...others],
      json: read.json,
      eventOf: (request) => language?.knownEvent(request),
    };
  }, [requests, open, read, language]);
}
