import { useEffect, useRef, useState } from 'react';
import { enterAccount } from '../account/use-entering.ts';
import { WaysIn } from '../account/ways-in.tsx';
import { NarrowPage } from '../page/narrow-page.tsx';
import { Notice } from '../page/page-head.tsx';
import { useService } from '../service/client.ts';
import { beginAnew } from '../session/session.ts';
import { Button, buttonClass, textLink } from '../ui/controls.tsx';
import { toastFailure } from '../ui/toasts.tsx';

/** Covers the page after its session has ended elsewhere. The address stays, and so does the page behind it. */
export function EndedScreen({ wasGuest }: { wasGuest: boolean }) {
  const { login } = useService();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, a[href^="/api/"]')?.focus();
  }, []);
  return (
    <div className="contents" ref={place}>
      <NarrowPage
        lead={
          wasGuest
            ? 'The endpoints of a guest are deleted with its session.'
            : `Log in to continue.${login.password ? ' This page stays as it is.' : ''}`
        }
        title={wasGuest ? 'Your guest session has ended' : 'You were logged out'}
        width="form"
      >
        {wasGuest && <BeginAnew tone="primary">Start over as a guest</BeginAnew>}
        <div>
          {wasGuest && <p className="mb-4 text-muted">Or log in to your account:</p>}
          <WaysIn
            action="Log in"
            kind="login"
            next={`${location.pathname}${location.search}`}
            onSubmit={(credentials) => enterAccount('login', credentials)}
          />
        </div>
        {!wasGuest && (
          <div className="text-muted">
            <BeginAnew tone="quiet">Continue as a guest</BeginAnew>
          </div>
        )}
        {wasGuest && login.password && (
          <p className="text-muted">
            No account yet?{' '}
            <a className={textLink} href="/register">
              Create an account
            </a>
          </p>
        )}
      </NarrowPage>
    </div>
  );
}

function BeginAnew({ tone, children }: { tone: 'primary' | 'quiet'; children: string }) {
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      await beginAnew();
      location.assign('/');
    } catch (error) {
      setBusy(false);
      toastFailure('Could not start over', error);
    }
  };
  return (
    <Button
      aria-disabled={isBusy}
      className="w-full"
      onClick={() => !isBusy && void begin()}
      tone={tone}
    >
      {children}
    </Button>
  );
}

/** Stands in for every page of a team that the user is not in, or no more. */
export function OutsideScreen() {
  return (
    <Notice title="You are not in this team">
      <p className="text-muted">
        The team was deleted, or you are no member of it. An owner of the team can invite you.
      </p>
      <a className={buttonClass('primary')} href="/">
        Go to your own endpoints
      </a>
    </Notice>
  );
}
