import type { BodySchema, Endpoint, JsonSchema } from '@hookwell/client';
import { pinnedSchemaOf } from '@hookwell/core/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { client, queryClient } from '../service/client.ts';
import { useMayChange } from '../session/session.ts';
import { touchEndpoint } from '../session/start.ts';
import { Button, textLink } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { reporting, toast } from '../ui/toasts.tsx';
import { contractOf, differingFilter, pinnedFor } from './received-events.ts';

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

/** What is pinned for the events of an endpoint. It is read again whenever the settings are, beside which it stands. */
export function contractQuery(token: string) {
  return queryOptions({
    queryKey: ['settings', token, 'contract'],
    queryFn: ({ signal }) => client.endpoints.contract(token).get({ signal }),
    staleTime: 0,
    // Sharing with the last answer would lose what is pinned for an event named `__proto__`.
    structuralSharing: false,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Pins a schema for an event beside those that are there, or takes away what is pinned for it.
 * @returns what was pinned before
 * @throws {HookwellError} with status 400 or 413 if the service does not take it, 404 if the endpoint is gone
 */
export async function pin(
  token: string,
  event: string,
  schema: JsonSchema | undefined,
): Promise<JsonSchema | undefined> {
  touchEndpoint(token);
  const change = () => pinAlone(token, event, schema);
  // Two at once, here or in two tabs, would read the same, and the later one would take the other away. There are no locks over plain HTTP.
  if (navigator.locks === undefined) return await change();
  return await navigator.locks.request(`hookwell.contract.${token}`, change);
}

async function pinAlone(
  token: string,
  event: string,
  schema: JsonSchema | undefined,
): Promise<JsonSchema | undefined> {
  const calls = client.endpoints.contract(token);
  const before = await calls.get();
  const wanted = contractOf(before, event, schema);
  const isNone = Object.keys(wanted.events).length === 0;
  const after = isNone ? await calls.delete().then(() => wanted) : await calls.put(wanted);
  const { queryKey } = contractQuery(token);
  // An answer under way may be from before.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, after);
  return pinnedFor(before, event);
}
