import { inputClass } from '../ui/field.tsx';
import { formatBytes } from '../ui/format.ts';
import { isBodiless } from './browser-headers.ts';

interface BodyFieldProps {
  method: string;
  value: string;
  onChange: (value: string) => void;
  className: string;
  /** The words on a body that browsers do not send with this method. */
  unsentWords: (method: string) => string;
}

/** The body of a request as text, to edit, with its size. */
export function BodyField({ method, value, onChange, className, unsentWords }: BodyFieldProps) {
  return (
    <label className="block">
      <span className="mb-1 flex justify-between gap-3 font-medium">
        Body
        <span className="tabular font-normal text-muted">
          {formatBytes(new TextEncoder().encode(value).length)}
        </span>
      </span>
      <textarea
        className={`${inputClass} block resize-y py-2 font-mono text-[0.8125rem] ${className}`}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        value={value}
      />
      {isBodiless(method.trim()) && value !== '' && (
        <span className="mt-1 block text-warn">{unsentWords(method.trim().toUpperCase())}</span>
      )}
    </label>
  );
}
