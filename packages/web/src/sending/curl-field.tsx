import { type RefObject, useId } from 'react';
import { inputClass } from '../ui/field.tsx';
import type { ReadCommand } from './curl-command.ts';

interface CurlFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  command: string;
  /** What was made of the command. */
  outcome: ReadCommand | undefined;
  onChange: (command: string) => void;
}

/** A field for a `curl` command, with the reason why it makes no request, or what of it the request does not have. */
export function CurlField({ ref, command, outcome, onChange }: CurlFieldProps) {
  const id = useId();
  const isProblem = outcome?.kind === 'problem';
  const sentences = outcome?.kind === 'problem' ? [outcome.sentence] : (outcome?.notes ?? []);
  return (
    <div>
      <label className="mb-1 block font-medium" htmlFor={id}>
        curl command
      </label>
      <textarea
        aria-describedby={`${id}-about ${id}-outcome`}
        aria-invalid={isProblem}
        autoCapitalize="none"
        className={`${inputClass} block h-24 resize-y py-2 font-mono text-[0.8125rem]`}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        ref={ref}
        placeholder="curl https://example.com/hook --json '{}'"
        spellCheck={false}
        value={command}
      />
      <p className="mt-1 text-xs text-muted" id={`${id}-about`}>
        Its request goes to this endpoint, whatever host the command names.
      </p>
      <ul
        aria-live="polite"
        className={`mt-1 space-y-0.5 text-xs wrap-anywhere empty:hidden ${isProblem ? 'text-danger' : 'text-warn'}`}
        id={`${id}-outcome`}
      >
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
