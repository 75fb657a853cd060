interface AnswerKindProps {
  hasPlan: boolean;
  onChange: (hasPlan: boolean) => void;
}

/** One answer for all attempts, or a plan. */
export function AnswerKind({ hasPlan, onChange }: AnswerKindProps) {
  return (
    <fieldset>
      <legend className="sr-only">The reply</legend>
      <div className="inline-flex rounded-lg border border-line bg-raised p-0.5">
        {[
          { isPlan: false, label: 'One reply' },
          { isPlan: true, label: 'Steps' },
        ].map(({ isPlan, label }) => (
          <button
            aria-pressed={hasPlan === isPlan}
            className="h-7 rounded-md px-2.5 text-xs font-medium text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-sm"
            key={label}
            onClick={() => hasPlan !== isPlan && onChange(isPlan)}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
