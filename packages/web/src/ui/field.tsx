import { type ComponentProps, type ReactNode, useId } from 'react';

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
