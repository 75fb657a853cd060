import type { Endpoint } from '@hookwell/client';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { feed } from '../live/feed.ts';
import { undoables } from '../log/removed-requests.ts';
import { unreadKeeper } from '../log/use-request-log.ts';
import { VisitorBar } from '../page/page-head.tsx';
import { listenForShortcuts, useShortcut } from '../page/shortcuts.ts';
import { readSetting, removalsSetting, writeSetting } from '../page/this-page.ts';
import { isLoopback, useService } from '../service/client.ts';
import { readAnew, type Session, sessionNow, useSession } from '../session/session.ts';
import { isEntrance } from '../session/start.ts';
import { IconButton, textLink } from '../ui/controls.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import {
  closeDialog,
  isPageCovered,
  openDialog,
  openQuestion,
  showDialog,
} from '../ui/open-dialogs.ts';
import { focusMessages, leavePage, Toasts, toasts } from '../ui/toasts.tsx';
import { LoadingScreen } from './stand-in-screens.tsx';
import { TopBar } from './top-bar.tsx';

const ofCommands = () => import('./command-dialogs.tsx');
const ShortcutsDialog = lazyComponent(ofCommands, 'ShortcutsDialog');
const CommandPalette = lazyComponent(ofCommands, 'CommandPalette');
const ofAccounts = () => import('../screens/account-screens.ts');
const MoveDialog = lazyComponent(ofAccounts, 'MoveDialog');
const NewTeamDialog = lazyComponent(ofAccounts, 'NewTeamDialog');
const TerminalDialog = lazyComponent(ofAccounts, 'TerminalDialog');
const ConfirmDialog = lazyComponent(() => import('../ui/dialog.tsx'), 'ConfirmDialog');
const SendDialog = lazyComponent(() => import('../sending/send-dialog.tsx'), 'SendDialog');
const ShareDialog = lazyComponent(() => import('../sharing/share-dialog.tsx'), 'ShareDialog');

/** The dialogs that any screen can open. Each is loaded when it is first opened. */
function Dialogs({ endpoint }: { endpoint: Endpoint | undefined }) {
  const dialog = useSelector(openDialog);
  const question = useSelector(openQuestion);
  return (
    <LazyPart key={dialog ?? question?.title ?? 'none'}>
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'commands' && <CommandPalette onClose={closeDialog} />}
      {dialog === 'send' && endpoint !== undefined && (
        <SendDialog endpoint={endpoint} onClose={closeDialog} />
      )}
      {dialog === 'share' && endpoint !== undefined && (
        <ShareDialog onClose={closeDialog} subject={endpoint} />
      )}
      {dialog === 'move' && endpoint !== undefined && (
        <MoveDialog endpoint={endpoint} onClose={closeDialog} />
      )}
      {dialog === 'terminal' && <TerminalDialog onClose={closeDialog} />}
      {dialog === 'team' && <NewTeamDialog onClose={closeDialog} />}
      {question !== undefined && <ConfirmDialog question={question} />}
    </LazyPart>
  );
}

const isKnownHere = () => readSetting('loopback') === 'known';
/** Whether the user of this browser has put the note away, in any tab. */
const isKnown = createStore(isKnownHere());
addEventListener('storage', () => isKnown.setState(isKnownHere));

/** A line below the receive URL as long as it leads to the machine itself, where no sender elsewhere arrives. */
function LoopbackNote() {
  const { receiveBaseUrl } = useService();
  const isHidden = useSelector(isKnown);
  if (isHidden || !isLoopback(new URL(receiveBaseUrl).hostname)) return null;
  const putAway = () => {
    writeSetting('loopback', 'known');
    isKnown.setState(() => true);
  };
  return (
    <aside
      aria-label="Receive URL"
      className="flex items-center justify-center gap-1 border-b border-line bg-raised px-3 text-xs text-muted"
    >
      <p className="py-1">
        Only this computer reaches the receive URL: senders elsewhere cannot.{' '}
        <a className={`${textLink} whitespace-nowrap`} href="/docs/installing#a-public-address">
          Get a public address
        </a>
      </p>
      <IconButton className="size-6!" label="Hide" onClick={putAway}>
        <CloseIcon className="size-3.5" />
      </IconButton>
    </aside>
  );
}

const ofEnd = () => import('./ended-screen.tsx');
const OutsideScreen = lazyComponent(ofEnd, 'OutsideScreen');
const EndedScreen = lazyComponent(ofEnd, 'EndedScreen');

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

/** The keys that undo the latest removal, and that lead to the messages. */
function useUndo(): void {
  const canUndo = useSelector(undoables, (open) => open.length > 0);
  const hasMessages = useSelector(toasts, (shown) => shown.length > 0);
  const group = 'Page';
  useShortcut('Ctrl+Z', () => undoables.get().at(-1)?.undo(), {
    label: 'Undo the removal',
    group,
    enabled: canUndo,
  });
  useShortcut('F6', focusMessages, { label: 'Go to the messages', group, enabled: hasMessages });
}

/** Goes on with what an earlier page of the same user has left in this browser, now and after each new session. */
function useEarlierPage(): void {
  useEffect(() => {
    resume();
    // The restart itself comes first, since it forgets everything.
    return feed.onRestart(() => queueMicrotask(resume));
  }, []);
}

function resume(): void {
  const session = sessionNow();
  if (session?.kind !== 'user') return;
  unreadKeeper.open(session.principal.id);
  if (readSetting(removalsSetting) === undefined) return;
  // What cannot be loaded now is carried out by the next page.
  import('../log/carry-out.ts').then(
    ({ carryOutKept }) => void carryOutKept(),
    () => {},
  );
}
