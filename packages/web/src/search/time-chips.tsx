import { CloseIcon } from '../ui/icons.tsx';
import type { TimeWord } from './read-filter.ts';
import { timeWords } from './time-words.ts';

/** The ranges of time in the filter, in words. Each can be removed. */
export function TimeChips({
  times,
  onRemove,
}: {
  times: readonly TimeWord[];
  onRemove: (time: TimeWord) => void;
}) {
  if (times.length === 0) return null;
  return (
    <ul aria-label="Time of arrival" className="flex flex-wrap gap-1 pt-1.5">
      {times.map((time) => {
        const words = timeWords(time);
        return (
          <li
            className="flex items-center gap-1 rounded-full bg-accent-soft pl-2.5 text-xs"
            key={time.start}
          >
            {words}
            <button
              aria-label={`Remove: ${words}`}
              className="inline-flex size-6 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text"
              onClick={() => onRemove(time)}
              title="Remove"
              type="button"
            >
              <CloseIcon className="size-3" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
