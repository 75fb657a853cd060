import type { Endpoint } from '@hookwell/client';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { closeDialog, showDialog } from '../page/open-dialog.ts';
import { listenForShortcuts, useShortcut } from '../page/shortcuts.ts';
import { VisitorBar } from '../page/visitor-bar.tsx';
import { readAnew, type Session, useSession } from '../session/session.ts';
import { isEntrance } from '../session/start.ts';
import { openQuestion } from '../ui/confirmations.ts';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { isPageCovered } from '../ui/page-cover.ts';
import { leavePage, toasts } from '../ui/toasts.ts';
import { Toasts } from '../ui/toasts-view.tsx';
import { Dialogs } from './dialogs.tsx';
import { LoopbackNote } from './loopback-note.tsx';
import { useEarlierPage } from './resume-page.ts';
import { LoadingScreen } from './stand-in-screens.tsx';
import { TopBar } from './top-bar.tsx';
import { useUndo } from './use-undo.ts';

const OutsideScreen = lazyComponent(() => import('./outside-screen.tsx'), 'OutsideScreen');
const EndedScreen = lazyComponent(() => import('./ended-screen.tsx'), 'EndedScreen');

/** The frame of every screen: the bar above it, the dialogs and messages over it, and the keyboard. */
export function Frame() {
  const session = useSession();
  const { pathname } = useLocation();
  const isAtEntrance = isEntrance(pathname);
  const isEnded = session.kind === 'ended' && !isAtEntrance;
  const hasUser = session.kind === 'user' || (session.kind === 'ended' && 'last' in session);
  const isOutside = session.kind === 'outside';
  const isCovered = isEnded || isOutside;
  useEffect(() => (isCovered ? coverPage() : listenForShortcuts(document)), [isCovered]);
  useGuestBehindEntrance(session, isAtEntrance);
  useEachScreen(pathname);
  return (
    <div className="relative flex h-dvh flex-col">
      {/* Once its user has logged in again, the page is as it was. Until then nobody can see it. */}
      <div
        className={`flex grow flex-col ${isEnded ? 'invisible max-h-full overflow-clip' : ''}`}
        inert={isEnded}
      >
        <a
          className="sr-only drawn z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          href="#main"
        >
          Skip to the content
        </a>
        {hasUser ? <BarOfUser /> : <VisitorBar />}
        <main className="flex grow flex-col outline-none" id="main" tabIndex={-1}>
          {isOutside ? (
            <LazyPart>
              <OutsideScreen />
            </LazyPart>
          ) : (
            <ScreenFor hasUser={hasUser} isAtEntrance={isAtEntrance} />
          )}
        </main>
      </div>
      {isEnded && (
        <div className="absolute inset-0 flex flex-col bg-bg">
          <VisitorBar />
          <LazyPart>
            <EndedScreen wasGuest={session.wasGuest} />
          </LazyPart>
        </div>
      )}
      {hasUser && !isEnded && <DialogsOfUser />}
      <Toasts />
    </div>
  );
}

/** Closes what lies over the page, since the log-in form is to be on top. */
function coverPage(): () => void {
  closeDialog();
  openQuestion.get()?.answer(false);
  isPageCovered.setState(() => true);
  return () => isPageCovered.setState(() => false);
}

/** A page without a user shows the ways into an account alone. */
function ScreenFor({ hasUser, isAtEntrance }: { hasUser: boolean; isAtEntrance: boolean }) {
  return hasUser || isAtEntrance ? <Outlet /> : <LoadingScreen />;
}

/** A visitor who goes back from the log-in page to another one becomes a guest there. */
function useGuestBehindEntrance({ kind }: Session, isAtEntrance: boolean): void {
  const isMissing = kind === 'nobody' && !isAtEntrance;
  useEffect(() => {
    if (isMissing) void readAnew();
  }, [isMissing]);
}

/** Another screen begins without messages of the last one, and at its top: in a low window the page scrolls as a whole. */
function useEachScreen(pathname: string): void {
  const screen = pathname.replace(/\/requests\/.*/, '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is its only reason
  useEffect(() => {
    scrollTo(0, 0);
    // After a step that led here, such as a move to a team, keys begin at the content.
    if (toasts.get().length > 0 && document.activeElement === document.body)
      document.getElementById('main')?.focus();
    return leavePage;
  }, [screen]);
}

function BarOfUser() {
  useEarlierPage();
  useUndo();
  useShortcut('?', () => showDialog('shortcuts'), { label: 'All actions', group: 'Page' });
  useShortcut('Ctrl+K', () => showDialog('commands'), { label: 'Commands', group: 'Page' });
  const endpoint = useShownEndpoint();
  return (
    <>
      <TopBar endpoint={endpoint} />
      {endpoint !== undefined && <LoopbackNote />}
    </>
  );
}

function DialogsOfUser() {
  return <Dialogs endpoint={useShownEndpoint()} />;
}

/** The endpoint that the address names. */
function useShownEndpoint(): Endpoint | undefined {
  const { token } = useParams({ strict: false });
  return useEndpoint(token ?? '');
}
