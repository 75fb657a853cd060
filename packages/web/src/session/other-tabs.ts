import { HookwellError, type Principal } from '@hookwell/client';
import { accountLooks, feed } from '../live/feed.ts';
import { teamId } from '../page/this-page.ts';
import { isGone, isPassing, onRefused, queryClient } from '../service/client.ts';
import {
  endpointsNow,
  inTurn,
  isSessionEnding,
  onSessionChanged,
  readAnew,
  sessionNow,
  showUser,
  type User,
} from './session.ts';
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

let endpointsCame = async (): Promise<void> => {};

/** Calls the listener once the account has further endpoints: they may be another account's, with all that they captured. */
export function onEndpointsCame(listener: () => Promise<void>): void {
  endpointsCame = listener;
}

/** Reads data again that was changed elsewhere, and the session once it has ended. */
export function followOtherTabs(): void {
  onSessionChanged(lookIfReachable);
  feed.onChange((change) => {
    if (change.kind === 'session') lookIfReachable();
  });
  // All is read anew once the page has ended its session. Until then the service would refuse.
  accountLooks.onLook(() => !isSessionEnding() && Promise.all([lookAgain(), readChanged()]));
  onRefused(lookIfReachable);
  // The user may have logged in meanwhile, in a tab that this one does not hear of any more.
  const lookIfEnded = () => {
    if (sessionNow()?.kind === 'ended' && !document.hidden) lookIfReachable();
  };
  addEventListener('focus', lookIfEnded);
  document.addEventListener('visibilitychange', lookIfEnded);
}

/** Reads what may have changed, and what could not be read before. */
async function readChanged(): Promise<void> {
  const known = endpointsNow();
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => changeable.has(queryKey[0]) || mayPass(state.error),
  });
  if (endpointsNow().some(({ id }) => !known.some((one) => one.id === id))) {
    await endpointsCame();
  }
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

/** Reads everything anew if the browser has another session than the page. A wrong password is refused as well, and in a team much else. */
function lookAgain(): Promise<void> {
  looking ??= inTurn(look).finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<void> {
  const session = sessionNow();
  // Until the session is known, the page itself is about to read it.
  const isKnown = session !== undefined && session.kind !== 'nobody' && session.kind !== 'outside';
  if (!isKnown || isSessionEnding()) return;
  const user = await userNow();
  if (isSessionEnding()) return;
  const isSame = session.kind === 'user' && user !== undefined && isEqual(user, session);
  if (isSame) showUser(user);
  const isStillEnded = session.kind === 'ended' && user === undefined;
  if (isStillEnded) feed.leave();
  if (isSame || isStillEnded) return;
  await readAnew();
}

/** The user of the browser's session, or `undefined` without one, and for who is not in the page's team. */
async function userNow(): Promise<User | undefined> {
  if (teamId !== undefined) return (await import('./start-team.ts')).userOfTeam();
  const principal = await principalNow();
  return principal && { principal };
}

function isEqual(one: User, other: User): boolean {
  return (
    isSamePerson(one.principal, other.principal) && one.team?.person.id === other.team?.person.id
  );
}

function isSamePerson(one: Principal, other: Principal): boolean {
  return one.id === other.id && one.isGuest === other.isGuest;
}
