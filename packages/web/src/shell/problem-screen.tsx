import { HookwellError } from '@hookwell/client';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Notice } from '../page/notice.tsx';
import { Button } from '../ui/button.tsx';

/** Stands where a screen could not be shown, and tries again. */
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
        {messageOf(error)}
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
