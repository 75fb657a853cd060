import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';

/** The classes of a text field, also for those without a label of their own. */
export const inputClass =
  'h-9 w-full min-w-0 rounded-lg border border-control bg-surface px-2.5 aria-invalid:border-danger';

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  /** A button at the end of the field. */
  aside?: ReactNode;
}

/** A text field with its label, its hint and its problem. */
export function Field({ label, hint, problem, aside, className = '', ...rest }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return (
    <div className={className}>
      <label className="mb-1 block font-medium" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
          aria-invalid={problem !== undefined || undefined}
          {...rest}
          className={`${inputClass} ${aside === undefined ? '' : 'pr-10'}`}
          id={id}
        />
        {aside !== undefined && (
          <div className="absolute inset-y-0 right-0.5 flex items-center">{aside}</div>
        )}
      </div>
      {hint !== undefined && (
        <p className="mt-1 text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="mt-1 text-danger" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface RadioChoiceProps {
  /** The same for all choices of a group. */
  name: string;
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several choices, with a line about it. */
export function RadioChoice({ name, label, hint, isChosen, onChoose }: RadioChoiceProps) {
  const id = useId();
  return (
    <div className="flex gap-2">
      <input
        aria-describedby={`${id}-hint`}
        checked={isChosen}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        id={id}
        name={name}
        onChange={onChoose}
        type="radio"
      />
      <div>
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
    </div>
  );
}

/**
 * Moves the focus into an item of a list once it is there: to its first field, or to a button.
 * @param list its items have their keys as `data-key`
 * @param items what is shown now
 * @returns a function that takes the key of the item to expect
 */
export function useFocusOnKey(
  list: RefObject<HTMLElement | null>,
  items: readonly { key: number }[],
): (key: number | undefined) => void {
  const expected = useRef<number>(undefined);
  useEffect(() => {
    if (!items.some(({ key }) => key === expected.current)) return;
    const item = list.current?.querySelector(`:scope > [data-key="${expected.current}"]`);
    expected.current = undefined;
    const field = item?.querySelector<HTMLElement>('input, textarea');
    (field ?? item?.querySelector<HTMLElement>('button:not([aria-disabled="true"])'))?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  }, [items, list]);
  return useCallback((key) => {
    expected.current = key;
  }, []);
}
