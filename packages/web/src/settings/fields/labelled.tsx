import { type ReactNode, useId } from 'react';

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

/** A sentence about a field that makes no sense; nothing if it does. */
export function FaultLine({ id, fault }: { id: string; fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <p className="mt-1 text-xs wrap-anywhere text-danger" data-fault id={id}>
      {faultWords(fault)}.
    </p>
  );
}

/** A sentence that stands behind no place begins with a capital letter. */
export function faultWords(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

interface SectionProps {
  title: string;
  explanation: string;
  children: ReactNode;
}

/** A part of the page of settings, below its title and a sentence or two about it. */
export function Section({ title, explanation, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="font-semibold" id={id}>
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-muted">{explanation}</p>
      {children}
    </section>
  );
}
