import { useEffect, useState } from 'react';
import { type FeedState, useFeedState } from '../live/feed.ts';

const looks = {
  live: { word: 'Live', dot: 'bg-ok', text: 'text-muted' },
  connecting: { word: 'Connecting', dot: 'bg-control', text: 'text-muted' },
  reconnecting: { word: 'Reconnecting', dot: 'bg-warn', text: 'text-warn' },
};

/** Whether arrivals show by themselves at this moment; while they do not, when that is tried again. */
export function ConnectionState() {
  const state = useFeedState();
  const { word, dot, text } = looks[state.kind];
  return (
    <p
      className={`flex h-8 items-center gap-1.5 px-2 text-xs ${text}`}
      data-state={state.kind}
      role="status"
      title={
        state.reason ?? (state.kind === 'live' ? 'Requests show the moment they arrive' : word)
      }
    >
      <span className={`size-2 rounded-full ${dot}`} />
      <span className="max-sm:sr-only">{word}</span>
      <RetryCountdown state={state} />
    </p>
  );
}

/** Not read out: every second would be a message. */
function RetryCountdown({ state: { retryAt } }: { state: FeedState }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (retryAt === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [retryAt]);
  if (retryAt === undefined) return null;
  const seconds = Math.ceil((retryAt - now) / 1000);
  return seconds < 2 ? null : (
    <span aria-hidden="true" className="tabular max-sm:hidden">
      in {seconds} s
    </span>
  );
}
