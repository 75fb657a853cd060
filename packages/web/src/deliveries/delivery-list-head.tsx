import { useId } from 'react';
import { Switch } from '../ui/switch.tsx';
import type { AnswerKind } from './answer-kind.ts';
import { AnswerShape } from './answer-shape.tsx';
import type { TimeScale } from './time-line-layout.ts';
import type { FilteredDeliveries, OutcomeFilter } from './use-shown-deliveries.ts';

const filters: readonly { filter: OutcomeFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'accepted', label: 'Accepted' },
  { filter: 'open', label: 'Open' },
];

interface DeliveryListHeadProps {
  shown: FilteredDeliveries;
  /** The number of deliveries in words. */
  count: string;
  scale: TimeScale;
  onScale: (scale: TimeScale) => void;
}

/** The head of the list: the number of deliveries, and the scale. */
export function DeliveryListHead({ shown, count, scale, onScale }: DeliveryListHeadProps) {
  const name = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <fieldset className="flex rounded-lg border border-line bg-surface p-0.5">
        <legend className="sr-only">Outcome</legend>
        {filters.map(({ filter, label }) => (
          <label
            className="flex h-7 cursor-pointer items-center rounded-md px-2.5 text-xs font-medium text-muted has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            key={filter}
          >
            <input
              checked={filter === shown.filter}
              className="sr-only"
              name={name}
              onChange={() => shown.chooseFilter(filter)}
              type="radio"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <span className="tabular mr-auto text-xs text-muted" data-count role="status">
        {count}
      </span>
      <Switch
        isOn={scale === 'linear'}
        onChange={(isLinear) => onScale(isLinear ? 'linear' : 'even')}
        title="On: distances are proportional to time. Off: long pauses are shortened, so that seconds can be read beside hours."
      >
        Linear time
      </Switch>
      <Legend />
    </div>
  );
}

const legend: readonly { kind: AnswerKind; label: string }[] = [
  { kind: 'accepted', label: '2xx' },
  { kind: 'refused', label: 'other status' },
  { kind: 'timeout', label: 'timeout' },
  { kind: 'reset', label: 'reset' },
  { kind: 'truncate', label: 'cut' },
];

/** Explains the marks to those who see them; others hear sentences. */
function Legend() {
  return (
    <ul
      aria-hidden="true"
      className="flex basis-full flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted"
    >
      {legend.map(({ kind, label }) => (
        <li className="flex items-center gap-1" key={kind}>
          <AnswerShape isFilled kind={kind} />
          {label}
        </li>
      ))}
      <li className="flex items-center gap-1">
        <svg aria-hidden="true" className="h-3 w-6 text-accent" stroke="currentColor">
          <path d="M1 11 7 1m-1 10L12 1m-1 10L17 1m-1 10L22 1" />
        </svg>
        Retry-After
      </li>
      <li>
        <span className="border-b-2 border-danger">failed finding</span>
      </li>
    </ul>
  );
}
