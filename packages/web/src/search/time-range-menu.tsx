import { ClockIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { TimeWord } from './read-filter.ts';
import { recentRanges, withTimes } from './time-ranges.ts';

export interface TimeRangeMenuProps {
  text: string;
  times: readonly TimeWord[];
  onChange: (text: string) => void;
  /** Lets the user choose since when and until when. */
  onPickTimes: () => void;
}

/** The menu that writes a range of time into the filter. */
export function TimeRangeMenu({ text, times, onChange, onPickTimes }: TimeRangeMenuProps) {
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
