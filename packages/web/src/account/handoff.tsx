import type { Principal } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { NarrowPage } from '../page/narrow-page.tsx';
import { Notice } from '../page/page-head.tsx';
import { client, isGone } from '../service/client.ts';
import { endpointsNow, usePrincipal, useSession } from '../session/session.ts';
import { LoadingScreen } from '../shell/stand-in-screens.tsx';
import { loginCommand, OwnCommand } from '../teaching/forwarding.tsx';
import { Button, type ButtonTone, buttonClass, Spinner } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureAlert, failureOf } from '../ui/form.tsx';
import { plural } from '../ui/format.ts';
import { nextPath } from './single-sign-on.tsx';
import { takeSession } from './use-entering.ts';

/** Where `hookwell open` leads: the code in the address takes the session of the terminal over, once the user says so. */
export function HandoffScreen() {
  const router = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const [code, setCode] = useState(hash);
  // Another address that is opened in the same tab changes the hash alone.
  if (hash !== '' && hash !== code) setCode(hash);
  // An address stays in the history.
  useEffect(() => {
    if (hash !== '') router.history.replace(location.pathname + location.search);
  }, [router, hash]);
  return <OfCode code={code} key={code} />;
}

function OfCode({ code }: { code: string }) {
  const { found, error } = useLook(code);
  if (code === '' || isGone(error)) return <NotValid />;
  if (error !== undefined) {
    return (
      <NarrowPage title="Continue from the terminal" width="form">
        <FailureAlert failure={failureOf(error)} />
      </NarrowPage>
    );
  }
  if (found !== undefined) return <Continue code={code} principal={found} />;
  return <LoadingScreen label="Looking at the code" />;
}

/** Whose session the code leads to. It is asked once: with the new session all queries are asked anew, and the code is used up then. */
function useLook(code: string) {
  const [look, setLook] = useState<{ found?: Principal; error?: unknown }>({});
  useEffect(() => {
    if (code === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    client.auth.lookAtHandoff(code, { signal }).then(
      (found) => setLook({ found }),
      (error: unknown) => signal.aborted || setLook({ error }),
    );
    return () => controller.abort();
  }, [code]);
  return look;
}

function Continue({ code, principal }: { code: string; principal: Principal }) {
  const router = useRouter();
  const { next } = useSearch({ from: '/handoff' });
  const session = useSession();
  // The state when the page was opened, so that nothing changes on the page while it is being left.
  const [{ user, endpoints }] = useState(() => ({
    user: session.kind === 'user' ? session.principal : undefined,
    endpoints: endpointsNow().length,
  }));
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const isSame = user?.id === principal.id;
  const continueAs = async (bringEndpoints: boolean) => {
    setBusy(true);
    try {
      if (!isSame) await takeSession(code, bringEndpoints);
      router.history.replace(nextPath(next));
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  if (isGone(failed)) return <NotValid />;

  const name = principal.isGuest
    ? 'the guest of the terminal'
    : (principal.email ?? 'the account of the terminal');
  const [they, them, are] = endpoints === 1 ? ['it', 'it', 'is'] : ['they', 'them', 'are'];
  const isAsked = user?.isGuest === true && !isSame && endpoints > 0;
  return (
    <NarrowPage title="Continue from the terminal" width="form">
      <div className="space-y-4 wrap-anywhere">
        <p>
          “hookwell open” leads here. If you did not run it yourself, close this page: whoever sent
          you here would see what you do.
        </p>
        <p>
          {isSame ? (
            <>You are {name} in this browser already.</>
          ) : (
            <>
              You become <strong className="font-semibold">{name}</strong> in this browser.
            </>
          )}
        </p>
        {isAsked && (
          <p>
            Now you are {principal.isGuest ? 'another guest' : 'a guest'} here, with{' '}
            {plural(endpoints, 'endpoint')}. If you bring {them} along, other terminals and browsers
            that are this guest have to log in again. If you leave {them} behind, only those can
            still open {them}; where there are none, {they} {are} deleted after 7 days.
          </p>
        )}
        {user?.isGuest === false && !isSame && (
          <p>You are {user.email ?? 'somebody else'} in this browser: this logs you out of that.</p>
        )}
        <FailureAlert failure={failed === undefined ? undefined : failureOf(failed)} />
        <Choice isBusy={isBusy} onChoose={() => continueAs(isAsked)} tone="primary">
          Continue{isAsked && ` and bring ${them} along`}
        </Choice>
        {isAsked && (
          <Choice isBusy={isBusy} onChoose={() => continueAs(false)} tone="plain">
            Continue and leave {them} behind
          </Choice>
        )}
      </div>
    </NarrowPage>
  );
}

interface ChoiceProps {
  isBusy: boolean;
  onChoose: () => Promise<void>;
  tone: ButtonTone;
  children: ReactNode;
}

function Choice({ isBusy, onChoose, tone, children }: ChoiceProps) {
  return (
    <Button
      aria-disabled={isBusy}
      className="w-full"
      onClick={() => !isBusy && void onChoose()}
      tone={tone}
    >
      {children}
    </Button>
  );
}

function NotValid() {
  return (
    <Notice title="This way in does not work">
      <p className="text-muted">
        It works once, for ten minutes, and while the session of the terminal lives. “hookwell open”
        makes another one.
      </p>
      <a className={buttonClass('primary')} href="/">
        Go to your endpoints
      </a>
    </Notice>
  );
}

/** Shows the command that makes the user in the terminal who they are in the page, with a code that works once. */
export function TerminalDialog({ onClose }: { onClose: () => void }) {
  const { isGuest } = usePrincipal();
  const { data, error, refetch } = useQuery({
    queryKey: ['handoff'],
    queryFn: ({ signal }) => client.auth.handOver({ signal }),
    // Every opening has a code of its own, and nothing else makes one.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Use in the terminal">
      <div className="space-y-3">
        <p>
          {isGuest
            ? 'This command makes you the same guest in a terminal.'
            : 'This command logs you in in a terminal.'}{' '}
          It needs Node.js with npm, and nothing else.
        </p>
        {error !== null && <FailureAlert failure={failureOf(error)} />}
        {data === undefined && error === null && <Spinner label="Making a code" />}
        {data !== undefined && (
          <>
            <OwnCommand
              key={data.code}
              label="the command"
              text={(start) => loginCommand(start, data.code)}
            />
            <p className="text-muted">
              The code works once, until {timeOf(data.expiresAt)}. Whoever uses it is you: show it
              to nobody. “hookwell open” is the way back into a browser.
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void refetch()}>Another code</Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

function timeOf(text: string): string {
  return new Date(text).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
