import { useEffect } from 'react';
import { feed } from '../live/feed.ts';
import { followLater, onOtherRemoval, resumeLater } from '../log/late-removals.ts';
import { resumeUnread } from '../log/use-request-log.ts';
import { sessionNow } from '../session/session.ts';

/** Goes on with what an earlier page of the same user has left in this browser, now and after each new session. */
export function useEarlierPage(): void {
  useEffect(() => {
    resume();
    // The restart itself comes first, since it forgets everything.
    const stops = [
      feed.onRestart(() => queueMicrotask(resume)),
      // A tab that has removals loaded follows the others by itself. The first one makes the others load them.
      onOtherRemoval(once(follow)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

function resume(): void {
  const session = sessionNow();
  if (session?.kind !== 'user') return;
  resumeUnread(session.principal.id);
  void resumeLater(session.principal.id);
}

function follow(): void {
  const session = sessionNow();
  if (session?.kind === 'user') void followLater(session.principal.id);
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
