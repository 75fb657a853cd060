import { parseLocalInstant } from '@hookwell/core/match/text/times';
import { ageUnits } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { formatMoment } from '../ui/moment.ts';
import type { TimeWord } from './read-filter.ts';

const units: typeof ageUnits = { ...ageUnits, w: 'week' };

/** A word about the time of arrival, for people: `Last 15 minutes`, `Since 22 Nov 2026, 00:00 CET`. */
function timeWords({ operator, value }: TimeWord): string {
  const isSince = operator.startsWith('>');
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/i.exec(value) ?? [];
  const name = units[unit.toLowerCase()];
  if (count !== undefined && name !== undefined) {
    const age = count === '1' ? name : `${count} ${name}s`;
    return isSince ? `Last ${age}` : `Older than ${count === '1' ? `1 ${name}` : age}`;
  }
  return `${isSince ? 'Since' : 'Before'} ${momentWords(value)}`;
}

function momentWords(value: string): string {
  const time = parseLocalInstant(value);
  return time === undefined ? value : formatMoment(time);
}

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
