import { useSelector } from '@tanstack/react-store';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountLooks, useFeedState } from '../live/feed.ts';
import type { FeedState } from '../live/hub-connection.ts';
import { requestLogs } from '../log/use-request-log.ts';

const tones = {
  live: { dot: 'bg-ok', text: 'text-muted' },
  calm: { dot: 'bg-control', text: 'text-muted' },
  warn: { dot: 'bg-warn', text: 'text-warn' },
};

const looks = {
  live: {
    word: 'Live',
    says: 'Requests show as soon as they arrive',
    tone: 'live',
  },
  paused: {
    word: 'Paused',
    says: 'Requests that arrive are stored, but held back here',
    tone: 'calm',
  },
  connecting: {
    word: 'Connecting',
    says: 'The connection is being opened',
    tone: 'calm',
  },
  reconnecting: {
    word: 'Reconnecting',
    says: 'The connection is lost. Requests that arrive meanwhile show once it is back',
    tone: 'warn',
  },
  offline: {
    word: 'Offline',
    says: 'This device has no network. Requests are stored meanwhile, and show once it is back',
    tone: 'warn',
  },
  behind: {
    word: 'Out of date',
    says: 'Something was changed elsewhere, and could not be read yet. Trying again',
    tone: 'warn',
  },
  oneTooMany: {
    word: 'Too many streams',
    says: 'Too many live streams are open. Requests that arrive meanwhile show once another one is closed',
    tone: 'warn',
  },
} as const;

/** Says whether arrivals show by themselves, and if not, why and when the next attempt is. */
export function ConnectionState() {
  const state = useFeedState();
  const isPaused = useSelector(requestLogs.isPaused);
  const kind = state.isOneTooMany ? 'oneTooMany' : state.kind;
  const isOnline = useIsOnline();
  const isBehind = useSelector(accountLooks.isBehind);
  const whileLive = isBehind ? 'behind' : isPaused ? 'paused' : kind;
  const shown = !isOnline ? 'offline' : kind === 'live' ? whileLive : kind;
  const { word, says, tone } = looks[shown];
  const { dot, text } = tones[tone];
  return (
    <p
      className={`flex h-8 items-center gap-1.5 px-2 text-xs whitespace-nowrap ${text}`}
      data-state={shown}
      role="status"
      title={state.reason === undefined ? says : `${says}: ${state.reason}`}
    >
      <span className={`drawn size-2 rounded-full ${dot}`} />
      <span className={shown === 'live' ? 'max-sm:sr-only' : ''}>{word}</span>
      {state.reason !== undefined && <span className="sr-only">{state.reason}</span>}
      {isOnline && <RetryCountdown state={state} />}
    </p>
  );
}

/** Hidden from screen readers, which would speak every second. */
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

/** Whether the device has a network, as far as the browser knows. */
function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  for (const event of ['online', 'offline'] as const) {
    addEventListener(event, listener, { signal: stop.signal });
  }
  return () => stop.abort();
}
