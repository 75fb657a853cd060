import { ClockIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { TimeWord } from './read-filter.ts';
import { recentRanges, withTimeRange } from './time-ranges.ts';

export interface TimeRangeMenuProps {
  text: string;
  times: readonly TimeWord[];
  onChange: (text: string) => void;
  /** Lets the user choose a day. */
  onPickDay: () => void;
}

/** The menu that writes a range of time into the filter. */
export function TimeRangeMenu({ text, times, onChange, onPickDay }: TimeRangeMenuProps) {
  const written = times.map(({ start, end }) => text.slice(start, end));
  return (
    <Menu
      align="end"
      className="absolute! top-0.5 right-0.5 inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
      entries={[
        ...recentRanges.map(({ label, word }) => ({
          label,
          isChosen: written.includes(word),
          run: () => onChange(withTimeRange(text, times, word)),
        })),
        { label: 'Since a day…', run: onPickDay },
      ]}
      label="Time of arrival"
      title="Time of arrival"
    >
      <ClockIcon />
    </Menu>
  );
}
