import type { Seen } from '../history/operation.ts';
import type { ServiceNode } from '../world/node.ts';
import { isAnswer } from './http.ts';
import type { Account, CallOutcome, Endpoint, Known } from './known.ts';
import { type ShownCapture, seenOf } from './seen.ts';

/** A list that is to be read, and who reads it. */
export interface AskedList {
  client: number;
  node: ServiceNode;
  account: Account;
  endpoint?: Endpoint | undefined;
  /** With any of these it is a page. */
  limit?: number | undefined;
  before?: number | undefined;
  after?: number | undefined;
  /** A match that all captures fit. */
  match?: string | undefined;
  withinMs?: number;
}

/** Reads a list or a page, and writes it down. `next` is the `before` of the next page, if there is one. */
export async function readList(
  known: Known,
  { client, node, account, endpoint, limit, before, after, match, withinMs }: AskedList,
): Promise<{ outcome: CallOutcome; captures: readonly Seen[]; next?: number }> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit, before, after, match }))
    if (value !== undefined) query.set(name, String(value));
  const path =
    endpoint === undefined ? '/api/requests' : `/api/requests/endpoint/${endpoint.token}`;
  const began = known.history.now();
  const called = await known.call(
    node,
    query.size === 0 ? path : `${path}?${query}`,
    { method: 'GET', ...(withinMs === undefined ? {} : { withinMs }) },
    account,
  );
  const ended = known.history.now();
  const outcome = known.outcomeOf(called, 'a list', 200, known.refusalsAbout(endpoint));
  if (outcome === 'nothing') return { outcome, captures: [] };
  const isDone = outcome === 'done' && isAnswer(called);
  const shown: ShownCapture[] = isDone ? JSON.parse(called.body.toString()) : [];
  const captures = shown.map((capture) => seenOf(capture, known.numberOf));
  const next = isDone ? nextIn(called.headers.link) : undefined;
  known.history.add({
    kind: 'read',
    ...{ client, node: node.number, began, ended, account: account.number },
    ...(endpoint === undefined ? {} : { endpoint: endpoint.number }),
    outcome,
    // What lies below the beginning of the next page was not looked at.
    from: next ?? (after ?? 0) + 1,
    through: before === undefined ? null : before - 1,
    captures,
  });
  return { outcome, captures, ...(next === undefined ? {} : { next }) };
}

/** The `before` in a Link with rel="next". */
function nextIn(link: string | string[] | undefined): number | undefined {
  const before = /[?&]before=(\d+)/.exec(String(link ?? ''))?.[1];
  return before === undefined ? undefined : Number(before);
}
