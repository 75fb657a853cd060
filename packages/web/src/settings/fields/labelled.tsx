import { type ReactNode, useId } from 'react';
import { FaultLine } from './fault-line.tsx';

export interface LabelledProps {
  label: string;
  /** A line below the field. */
  hint?: ReactNode;
  fault?: string | undefined;
  className?: string | undefined;
}

/** The attributes of the field itself, which name its hint and fault. */
interface FieldAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A field with its label above it, and its hint and its fault below. */
export function Labelled({
  label,
  hint,
  fault,
  className = '',
  children,
}: LabelledProps & { children: (field: FieldAttributes) => ReactNode }) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return (
    <div className={`min-w-0 ${className}`}>
      <label className="mb-1 block font-medium" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': fault !== undefined || undefined,
      })}
      {hint !== undefined && (
        <p className="mt-1 text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FaultLine fault={fault} id={`${id}-fault`} />
    </div>
  );
}
