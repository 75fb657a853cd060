import { HookwellError } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Notice } from '../page/notice.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Stands in for a screen that is being loaded. */
export function LoadingScreen() {
  return (
    <div className="m-auto p-6">
      <Spinner className="size-6" label="Loading" />
    </div>
  );
}

/** Stands in for a screen that no address has. */
export function UnknownScreen() {
  return (
    <Notice title="There is no such page">
      <a className="text-accent underline" href="/">
        Go to your endpoints
      </a>
    </Notice>
  );
}

/** Stands in for a screen that could not be shown, and tries again. */
export function ProblemScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const again = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Notice title={titleOf(error)}>
      <p className="text-muted wrap-anywhere" role="alert">
        {errorMessage(error)}
      </p>
      <Button onClick={again} tone="primary">
        Try again
      </Button>
    </Notice>
  );
}

function titleOf(error: unknown): string {
  if (!(error instanceof HookwellError)) return 'Something on this page went wrong';
  if (error.status === 0) return 'The service cannot be reached';
  if (error.status === 429) return 'Too many attempts';
  return 'The service could not answer';
}
