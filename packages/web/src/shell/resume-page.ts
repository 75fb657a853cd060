import { useEffect } from 'react';
import { feed } from '../live/feed.ts';
import { unreadKeeper } from '../log/use-request-log.ts';
import { readSetting, removalsSetting } from '../page/settings.ts';
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
  if (session?.kind !== 'user') return;
  unreadKeeper.open(session.principal.id);
  if (readSetting(removalsSetting) === undefined) return;
  // What cannot be loaded now is carried out by the next page.
  import('../log/carry-out.ts').then(
    ({ carryOutKept }) => void carryOutKept(),
    () => {},
  );
}
