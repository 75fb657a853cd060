import type { ReceivedEvent } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ShownText, shownCharacters } from '../request/shown-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/controls.tsx';
import { inputClass } from '../ui/field.tsx';
import { formatDay, plural } from '../ui/format.ts';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { addressOf, countWords, noEvent } from './received-events.ts';

interface EventListProps {
  token: string;
  events: readonly ReceivedEvent[];
  /** Events that something is pinned for, although none of them came. */
  absent: readonly string[];
  /** The event in the address as it is there; missing if none is open. */
  open: string | undefined;
  isPinned: (event: string | undefined) => boolean;
}

/** A list of so many events is seen at once. */
const mostWithoutSearch = 10;
/** So many rows come at a time, since every request can name an event of its own. */
const rowsAtOnce = 300;

/** What came, the latest first. The arrow keys go from one event to the next. */
export function EventList({ token, events, absent, open, isPinned }: EventListProps) {
  const [searched, setSearched] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const wanted = searched.trim().toLowerCase();
  const isWanted = (name: string) => name.toLowerCase().includes(wanted);
  const shown = events.filter(({ event = noEvent }) => isWanted(event));
  const shownAbsent = absent.filter(isWanted);
  const count = events.length + absent.length;
  const left = shown.length + shownAbsent.length - most;
  return (
    <>
      {count > mostWithoutSearch && (
        <label className="mb-2 block">
          <span className="sr-only">Find an event</span>
          <input
            className={inputClass}
            onChange={({ target }) => setSearched(target.value)}
            placeholder={`Find one of ${plural(count, 'event')}`}
            spellCheck={false}
            type="search"
            value={searched}
          />
        </label>
      )}
      {shown.length + shownAbsent.length === 0 ? (
        <p className="py-4 text-center text-muted">No event has this in its name.</p>
      ) : (
        <ol
          aria-label="Events"
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
          onKeyDown={moveBetweenLinks}
        >
          {shown.slice(0, most).map((received) => (
            <EventRow
              isOpen={addressOf(received).event === open}
              isPinned={isPinned(received.event)}
              key={received.event === undefined ? 'none' : `event ${received.event}`}
              received={received}
              token={token}
            />
          ))}
          {shownAbsent.slice(0, Math.max(0, most - shown.length)).map((event) => (
            <li key={`absent ${event}`}>
              <RowLink event={event} isOpen={event === open} token={token}>
                <span className="flex items-baseline gap-2">
                  <EventName className="line-clamp-2 min-w-0 grow" event={event} />
                  <Badge tone="accent">pinned</Badge>
                </span>
                <span className="sr-only">, </span>
                <span className="text-xs text-muted">nothing came</span>
              </RowLink>
            </li>
          ))}
        </ol>
      )}
      {left > 0 && (
        <Button className="mt-2" onClick={() => setMost(most + rowsAtOnce)} size="small">
          {Math.min(left, rowsAtOnce)} more of {left}
        </Button>
      )}
    </>
  );
}

function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.findIndex((link) => link.matches(':focus')) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface EventRowProps {
  token: string;
  received: ReceivedEvent;
  isOpen: boolean;
  isPinned: boolean;
}

function EventRow({ token, received, isOpen, isPinned }: EventRowProps) {
  const { event, firstReceivedAt, lastReceivedAt } = received;
  return (
    <li>
      <RowLink event={addressOf(received).event} isOpen={isOpen} token={token}>
        <span className="flex items-baseline gap-2">
          <EventName className="line-clamp-2 min-w-0 grow" event={event} />
          {isPinned && <Badge tone="accent">pinned</Badge>}
          <span className="sr-only">, last </span>
          <RelativeTime
            at={lastReceivedAt}
            className="shrink-0 text-xs text-muted tabular-nums"
            isSpoken
          />
        </span>
        <span className="sr-only">, </span>
        <span className="flex flex-wrap justify-between gap-x-2 text-xs text-muted">
          <span>{countWords(received)}</span>
          <time dateTime={firstReceivedAt}>since {formatDay(firstReceivedAt)}</time>
        </span>
      </RowLink>
    </li>
  );
}

interface RowLinkProps {
  token: string;
  /** As the address names it. */
  event: string;
  isOpen: boolean;
  children: ReactNode;
}

function RowLink({ token, event, isOpen, children }: RowLinkProps) {
  return (
    <Link
      aria-current={isOpen ? 'true' : undefined}
      className={`relative block px-3 py-2 outline-offset-[-2px] ${isOpen ? 'bg-accent-soft' : 'hover:bg-raised'}`}
      params={{ token }}
      search={{ event }}
      to="/endpoints/$token/events"
    >
      {isOpen && <span className="drawn absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      {children}
    </Link>
  );
}

const longestShownCharacters = 300;

interface EventNameProps {
  event: string | undefined;
  className?: string;
}

/** The name that the sender gave to an event. A long one is cut. */
export function EventName({ event, className = '' }: EventNameProps) {
  if (event === undefined) return <span className={`text-muted ${className}`}>{noEvent}</span>;
  const isLong = event.length > longestShownCharacters;
  const shown = isLong ? `${event.slice(0, longestShownCharacters)}…` : event;
  return (
    <bdi
      className={`text-left font-medium wrap-anywhere ${className}`}
      title={shownCharacters(event)}
    >
      {event === '' ? '""' : <ShownText text={shown} />}
    </bdi>
  );
}

/** The way back to the list, where a narrow page does not show it. */
export function BackToEvents({ token }: { token: string }) {
  return (
    <Link
      className={`-ml-2 lg:hidden ${buttonClass('quiet', 'small')}`}
      params={{ token }}
      to="/endpoints/$token/events"
    >
      <ArrowLeftIcon />
      All events
    </Link>
  );
}
