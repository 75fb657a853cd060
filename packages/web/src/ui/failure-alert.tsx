import type { Failure } from './failure.ts';
import { WarningIcon } from './icons.tsx';

/** Says why a form could not be sent, if no field is to blame. Screen readers read it as it appears. */
export function FailureAlert({ failure }: { failure: Failure<string> | undefined }) {
  return (
    <div role="alert">
      {failure !== undefined && failure.field === undefined && (
        <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2 text-danger">
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-break-word">{failure.sentence}</span>
        </p>
      )}
    </div>
  );
}
