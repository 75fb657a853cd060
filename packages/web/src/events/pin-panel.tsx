import type { BodySchema, Endpoint, JsonSchema } from '@hookwell/client';
import { pinnedSchemaOf } from '@hookwell/core/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { client } from '../service/client.ts';
import { useMayChange } from '../session/session.ts';
import { Button, textLink } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { reporting, toast } from '../ui/toasts.tsx';
import { pin } from './contract.ts';
import { differingFilter } from './received-events.ts';

interface PinPanelProps {
  endpoint: Endpoint;
  event: string;
  /** Another text whenever something more of the event has come. */
  came: string;
  /** Missing if there is none now. */
  schema: BodySchema | undefined;
  /** What is pinned for the event; missing if nothing is. */
  pinned: JsonSchema | undefined;
}

/** Pins the shape of an event in one step, and says what became of that. */
export function PinPanel({ endpoint, event, came, schema, pinned }: PinPanelProps) {
  const { token } = endpoint;
  const section = useRef<HTMLElement>(null);
  const [isPinning, setPinning] = useState(false);
  const mayChange = useMayChange();
  const wanted = useMemo(() => schema && pinnable(schema), [schema]);
  const isSame = useMemo(
    () => pinned !== undefined && wanted !== undefined && sameJson(pinned, wanted),
    [pinned, wanted],
  );
  const change = (to: JsonSchema | undefined) => {
    setPinning(true);
    // The pressed button goes.
    section.current?.focus();
    pinAndSay(token, event, to, () => setPinning(false));
  };
  return (
    <section
      aria-label="Pinned shape"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-2 -outline-offset-2"
      ref={section}
      tabIndex={-1}
    >
      <p className="min-w-0 grow basis-60">
        {pinned === undefined && (
          <span className="text-muted">
            {mayChange
              ? 'Pin this shape, and every request that arrives from then on is compared with it.'
              : 'No shape is pinned for this event.'}
          </span>
        )}
        {pinned !== undefined && (
          <>
            {pinnedWords(wanted !== undefined, isSame)}{' '}
            <Differing came={came} event={event} token={token} />
          </>
        )}
      </p>
      {mayChange && !isSame && wanted !== undefined && (
        <Button
          disabled={isPinning}
          onClick={() => change(wanted)}
          tone={pinned === undefined ? 'primary' : 'plain'}
        >
          {pinned === undefined ? 'Pin this shape' : 'Pin this one instead'}
        </Button>
      )}
      {mayChange && pinned !== undefined && (
        <Button disabled={isPinning} onClick={() => change(undefined)}>
          Unpin
        </Button>
      )}
    </section>
  );
}

/** Missing if no JSON body was read: the schema of none would take anything. */
function pinnable(schema: BodySchema): JsonSchema | undefined {
  return schema['x-samples'] === 0 ? undefined : pinnedSchemaOf(schema);
}

function pinnedWords(isShown: boolean, isSame: boolean): string {
  if (!isShown) return 'A shape is pinned for this event.';
  return isSame ? 'This shape is pinned.' : 'This shape differs from the pinned one.';
}

/** Pins and offers to undo it, or says why that failed. */
function pinAndSay(
  token: string,
  event: string,
  schema: JsonSchema | undefined,
  onEnd: () => void,
): void {
  const isPin = schema !== undefined;
  reporting(`Could not ${isPin ? 'pin' : 'unpin'} the shape`, async () => {
    try {
      const before = await pin(token, event, schema);
      const undo = reporting('Could not undo it', async () => {
        await pin(token, event, before);
      });
      toast({
        text: isPin ? 'The shape is pinned.' : 'The shape is no longer pinned.',
        durationMs: 15_000,
        isOfPage: true,
        action: { label: 'Undo', run: undo },
      });
    } finally {
      onEnd();
    }
  })();
}

/** One call counts so many at most. */
const mostCounted = 100;

/** How many requests differed from what was pinned as they arrived, as the way to them. */
function Differing({ token, event, came }: { token: string; event: string; came: string }) {
  const filter = differingFilter(event);
  const { data: page } = useQuery({
    queryKey: ['differing', token, event, came],
    queryFn: ({ signal }) =>
      client.requests.page({
        endpoint: token,
        view: 'summary',
        match: filter,
        limit: mostCounted,
        isOneCall: true,
        signal,
      }),
    enabled: filter !== undefined,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (last) => last,
  });
  if (page === undefined || filter === undefined) return null;
  const { items, next } = page;
  if (items.length === 0 && next === undefined)
    return <span className="text-muted">No request has differed from it.</span>;
  return (
    <Link className={textLink} params={{ token }} search={{ filter }} to="/endpoints/$token">
      {items.length === 0 ? 'Look for requests that differ' : differedWords(items.length, next)}
    </Link>
  );
}

function differedWords(count: number, next: unknown): string {
  const counted = plural(count, 'request differed', 'requests differed');
  return next === undefined ? counted : `At least ${counted}`;
}

function sameJson(one: JsonSchema, other: JsonSchema): boolean {
  return ordered(one) === ordered(other);
}

/** Databases and programs may give members in another order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_name, inside: unknown) =>
    typeof inside === 'object' && inside !== null && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
}
