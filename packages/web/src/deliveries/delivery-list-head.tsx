import { useId } from 'react';
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
}

/** The head of the list: which outcomes are shown, and how many. */
export function DeliveryListHead({ shown, count }: DeliveryListHeadProps) {
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
    </div>
  );
}
