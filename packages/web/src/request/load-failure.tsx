import { isGone } from '../service/client.ts';
import { Button } from '../ui/controls.tsx';

interface LoadFailureProps {
  error: Error;
  onRetry: () => void;
}

/** Says that a request is no longer stored, or that it could not be loaded. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  if (isGone(error)) return <NotStored />;
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-3 p-6 text-center" role="alert">
      <p>The request could not be loaded: {error.message}.</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

export function NotStored() {
  return (
    <div className="m-auto max-w-sm p-6 text-center" role="status">
      <h2 className="text-base font-semibold">This request is no longer stored.</h2>
      <p className="mt-1 text-muted">
        It was deleted, or removed as the oldest when your plan had no more room for it.
      </p>
    </div>
  );
}
