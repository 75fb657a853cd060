import type { CapturedRequestSummary } from '@hookwell/client';
import { useMemo, useRef, useState } from 'react';
import { useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import { ClockIcon, CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { Menu } from '../ui/menu.tsx';
import { MatchInput } from './match-input.tsx';
import type { TimeWord } from './read-filter.ts';
import { recentRanges, withoutWord, withTimes, wordsOfTimes } from './time-ranges.ts';
import type { FilterText } from './use-filter-text.ts';
import { useLanguage } from './use-language.ts';

export interface FilterBoxProps {
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
