import { HookwellError } from '@hookwell/client';
import { accountLooks, feed } from '../live/feed.ts';
import { onUnauthorized } from '../service/client.ts';
import { isGone, isPassing } from '../service/failed-call.ts';
import { queryClient } from '../service/queries.ts';
import { isSessionEnding, readAnew, sessionNow, showPrincipal } from './session.ts';
import { principalNow } from './start.ts';

/** The data of an account, beside what it has captured. Another page, program or operator may change it at any time. */
const changeable: ReadonlySet<unknown> = new Set([
  'endpoints',
  'usage',
  'offers',
  'keys',
  'settings',
  'refusals',
  'newest-endpoint',
]);

/** Reads data again that was changed elsewhere, and the session once it has ended. */
export function followOtherTabs(): void {
  feed.onChange((change) => {
    if (change.kind === 'session') lookIfReachable();
  });
  accountLooks.onLook(() => Promise.all([lookAgain(), readChanged()]));
  onUnauthorized(lookIfReachable);
  // The user may have logged in meanwhile, in a tab that this one does not hear of any more.
  const lookIfEnded = () => {
    if (sessionNow()?.kind === 'ended' && !document.hidden) lookIfReachable();
  };
  addEventListener('focus', lookIfEnded);
  document.addEventListener('visibilitychange', lookIfEnded);
}

/** Reads what may have changed, and what could not be read before. */
async function readChanged(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => changeable.has(queryKey[0]) || mayPass(state.error),
  });
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  const away = shown.find(({ state: { error } }) => mayPass(error) && isPassing(error));
  if (away) throw away.state.error;
}

/** Whether a call that failed may succeed now: what is not stored stays so. */
function mayPass(error: unknown): boolean {
  return error instanceof HookwellError && !isGone(error);
}

function lookIfReachable(): void {
  // The state of the connection says so. The next refusal leads here again.
  lookAgain().catch(() => {});
}

let looking: Promise<void> | undefined;

/** Reads everything anew if the browser has another session than the page. A wrong password is refused as well. */
function lookAgain(): Promise<void> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<void> {
  const session = sessionNow();
  // Until the session is known, the page itself is about to read it.
  if (session === undefined || session.kind === 'nobody' || isSessionEnding()) return;
  const principal = await principalNow();
  if (isSessionEnding()) return;
  const isSame = session.kind === 'user' && isEqual(principal, session.principal);
  if (isSame && principal !== undefined) showPrincipal(principal);
  const isStillEnded = session.kind === 'ended' && principal === undefined;
  if (isStillEnded) feed.leave();
  if (isSame || isStillEnded) return;
  await readAnew();
}

function isEqual(
  one: { id: number; isGuest: boolean } | undefined,
  other: { id: number; isGuest: boolean },
): boolean {
  return one?.id === other.id && one.isGuest === other.isGuest;
}
