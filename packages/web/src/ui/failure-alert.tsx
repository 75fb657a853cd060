import { WarningIcon } from '../ui/icons.tsx';
import type { Failure } from './failure.ts';

/** Says why a form could not be sent off, where no field of it is to blame. Read out as it appears. */
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
