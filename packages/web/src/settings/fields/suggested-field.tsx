import { type ReactNode, useId } from 'react';
import { FaultLine } from './fault-line.tsx';
import { SuggestedInput, type SuggestedInputProps } from './suggested-input.tsx';

interface SuggestedFieldProps
  extends Pick<
    SuggestedInputProps,
    'value' | 'onChange' | 'options' | 'placeholder' | 'inputMode'
  > {
  label: string;
  /** A line below the field. */
  hint?: ReactNode;
  fault?: string | undefined;
  className?: string;
}

/** A text field with its label, its suggestions and its fault. */
export function SuggestedField({
  label,
  hint,
  fault,
  className = '',
  ...rest
}: SuggestedFieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return (
    <div className={`min-w-0 ${className}`}>
      <label className="mb-1 block font-medium" htmlFor={id}>
        {label}
      </label>
      <SuggestedInput
        {...rest}
        describedBy={described.filter(Boolean).join(' ') || undefined}
        id={id}
        isInvalid={fault !== undefined}
      />
      {hint !== undefined && (
        <p className="mt-1 text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FaultLine fault={fault} id={`${id}-fault`} />
    </div>
  );
}
