import { HookwellError } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Notice } from '../page/page-head.tsx';
import { basePath } from '../page/this-page.ts';
import { sessionQuery } from '../session/session.ts';
import { CookiesBlocked } from '../session/start.ts';
import { Button, buttonClass, Spinner } from '../ui/controls.tsx';
import { isPartNotLoaded, reloadPage } from '../ui/toasts.tsx';

/** Stands in for a screen that is being loaded. */
export function LoadingScreen({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="m-auto p-6">
      <Spinner className="size-6" label={label} />
    </div>
  );
}

/** Stands in for a screen that no address has. */
export function UnknownScreen() {
  return (
    <Notice title="There is no such page">
      <p className="text-muted wrap-anywhere">
        Hookwell has nothing at <code>{location.pathname.slice(0, 200)}</code>.
      </p>
      <a className={buttonClass('primary')} href={basePath || '/'}>
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
  useOnNewSession(again);
  if (error instanceof CookiesBlocked) {
    return (
      <Problem onAgain={() => location.reload()} title="Hookwell needs cookies">
        One cookie keeps the session of this browser, and the browser does not accept it. Allow
        cookies for <strong className="font-semibold">{location.host}</strong> in its settings, then
        try again.
      </Problem>
    );
  }
  if (isPartNotLoaded(error)) {
    return (
      <Problem onAgain={() => void reloadPage()} title="This page could not be loaded">
        The service is away, or was upgraded.
      </Problem>
    );
  }
  if (error instanceof HookwellError && /HOOKWELL_BASE_URL/.test(error.message)) {
    return (
      <Problem onAgain={again} title="The service does not know this address">
        HOOKWELL_BASE_URL, a setting of the service, must be the address at which browsers open it:
        here that is {location.origin}.
      </Problem>
    );
  }
  return (
    <Problem onAgain={again} title={titleOf(error)}>
      {errorMessage(error)}
    </Problem>
  );
}

/** Tries again once somebody has logged in: the session may have ended while the screen was loaded. */
function useOnNewSession(again: () => void): void {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const [atFailure] = useState(session);
  const tryAgain = useEffectEvent(again);
  useEffect(() => {
    if (session?.kind === 'user' && session !== atFailure) tryAgain();
  }, [session, atFailure]);
}

interface ProblemProps {
  title: string;
  children: ReactNode;
  onAgain: () => void;
}

function Problem({ title, children, onAgain }: ProblemProps) {
  return (
    <Notice title={title}>
      <p className="text-muted wrap-anywhere" role="alert">
        {children}
      </p>
      <Button onClick={onAgain} tone="primary">
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
