import { useEffect } from 'react';
import { feed } from '../live/feed.ts';
import { unreadKeeper } from '../log/use-request-log.ts';
import { sessionNow } from '../session/session.ts';

/** Goes on with what an earlier page of the same user has left in this browser, now and after each new session. */
export function useEarlierPage(): void {
  useEffect(() => {
    resume();
    // The restart itself comes first, since it forgets everything.
    return feed.onRestart(() => queueMicrotask(resume));
  }, []);
}

function resume(): void {
  const session = sessionNow();
  if (session?.kind === 'user') unreadKeeper.open(session.principal.id);
}
