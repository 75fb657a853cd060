import type { CapturedRequestSummary } from '@hookwell/client';
import { localZone } from '@hookwell/core/match/text/times';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/controls.tsx';
import { ClockIcon, CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { Menu } from '../ui/menu.tsx';
import type { TimeWord } from './filter-text.ts';
import { MatchInput } from './match-input.tsx';
import type { ChosenTimes } from './times-field.tsx';
import { useLanguage } from './use-language.ts';

/** Ranges that reach from so long ago until now. */
const recentRanges = [
  { label: 'Last 15 minutes', word: 'received>15m' },
  { label: 'Last hour', word: 'received>1h' },
  { label: 'Last day', word: 'received>1d' },
  { label: 'Last 7 days', word: 'received>7d' },
] as const;

/** The words for a range of time, given as in `ChosenTimes`. */
function wordsOfTimes({ since, until }: ChosenTimes): string[] {
  const words = [];
  if (since !== '') words.push(`received>=${withZone(since)}`);
  if (until !== '') words.push(`received<${withZone(until)}`);
  return words;
}

/** A time in the time zone of the browser, with that zone. */
function withZone(local: string): string {
  return local + localZone(new Date(local));
}

/** The filter with these words about the time of arrival instead of those that it has. */
function withTimes(text: string, times: readonly TimeWord[], words: readonly string[]): string {
  const rest = times.reduceRight((left, time) => withoutWord(left, time), text);
  return [rest, ...words].filter((part) => part !== '').join(' ');
}

/** The filter without one of its words. */
function withoutWord(text: string, { start, end }: { start: number; end: number }): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

interface FilterBoxProps {
  filterText: FilterText;
  /** Names and values of these captured requests are suggested. */
  requests: readonly CapturedRequestSummary[];
  /** The names and values in its body are suggested too. */
  openRequest: CapturedRequestSummary | undefined;
}

const TimesField = lazyComponent(() => import('./times-field.tsx'), 'TimesField');

const noTimes: readonly TimeWord[] = [];

/** The field that narrows the list, in the match language, with the choice of a range of time. */
export function FilterBox({ filterText, requests, openRequest }: FilterBoxProps) {
  const { text, change, begin } = filterText;
  const input = useRef<HTMLInputElement>(null);
  const [isPickingTimes, setPickingTimes] = useState(false);
  const loaded = useLanguage(text !== '');
  const language = loaded === 'failed' ? undefined : loaded;
  const times = useMemo(() => language?.readFilter(text).times ?? noTimes, [language, text]);
  useShortcut('/', () => input.current?.focus(), { label: 'Search', group: 'List' });
  const clear = () => {
    change('');
    input.current?.focus();
  };

  return (
    <search className="block">
      <MatchInput
        input={input}
        label="Search"
        look="search"
        onChange={change}
        onEscape={() => (text === '' ? input.current?.blur() : clear())}
        onFocus={begin}
        openRequest={openRequest}
        placeholder="Search: a word, json.type=…"
        requests={requests}
        text={text}
      >
        <SearchIcon className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        {text !== '' && (
          <IconButton
            className="absolute! top-0.5 right-8.5"
            label="Clear the search"
            onClick={clear}
          >
            <CloseIcon />
          </IconButton>
        )}
        <TimeRangeMenu
          onChange={change}
          onPickTimes={() => setPickingTimes(true)}
          text={text}
          times={times}
        />
      </MatchInput>
      {isPickingTimes && (
        <LazyPart>
          <TimesField
            onCancel={() => {
              setPickingTimes(false);
              input.current?.focus();
            }}
            onChoose={(chosen) => {
              setPickingTimes(false);
              change(withTimes(text, times, wordsOfTimes(chosen)));
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
          times={times}
        />
      )}
    </search>
  );
}

interface TimeRangeMenuProps {
  text: string;
  times: readonly TimeWord[];
  onChange: (text: string) => void;
  /** Lets the user choose since when and until when. */
  onPickTimes: () => void;
}

/** The menu that writes a range of time into the filter. */
function TimeRangeMenu({ text, times, onChange, onPickTimes }: TimeRangeMenuProps) {
  const written = times.map(({ start, end }) => text.slice(start, end));
  return (
    <Menu
      align="end"
      className="absolute! top-0.5 right-0.5 inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
      entries={[
        ...recentRanges.map(({ label, word }) => ({
          label,
          isChosen: written.includes(word),
          run: () => onChange(withTimes(text, times, [word])),
        })),
        { label: 'Since … until …', run: onPickTimes },
      ]}
      label="Time of arrival"
      title="Time of arrival"
    >
      <ClockIcon />
    </Menu>
  );
}

/** The list follows after a pause of this length in the typing. */
const pauseMs = 200;

interface FilterText {
  text: string;
  change: (text: string) => void;
  /** To be called when the field gets the focus. Going back in the browser then undoes all typing since. */
  begin: () => void;
}

/** The text in the filter's field. It is ahead of the address while the user types. */
export function useFilterText(
  filter: string,
  choose: (filter: string, options: { replace: boolean }) => void,
): FilterText {
  const [text, setText] = useState(filter);
  const [chosen, setChosen] = useState(filter);
  const hasBegun = useRef(false);
  // The address has changed in another way, such as by going back.
  if (filter !== chosen) {
    setChosen(filter);
    if (filter !== text.trim()) setText(filter);
  }
  const typed = text.trim();
  useEffect(() => {
    if (typed === filter) return;
    const timer = setTimeout(() => {
      choose(typed, { replace: hasBegun.current });
      hasBegun.current = true;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, filter, choose]);
  const begin = () => {
    hasBegun.current = false;
  };
  return { text, change: setText, begin };
}
