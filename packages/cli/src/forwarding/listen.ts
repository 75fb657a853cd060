import type { HookwellClient, Match } from '@hookwell/client';
import type { Surroundings } from '../command.ts';
import { Interrupted } from '../outcome.ts';
import { orNotFound } from '../service/not-found.ts';
import { type ChosenEndpoints, chooseEndpoints } from './chosen-endpoints.ts';
import { connectionNotes } from './connection-notes.ts';
import { forwardAll } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import { defaultTimeout } from './forwarding-options.ts';
import type { ShownRequest } from './request-line.ts';
import { RequestPrinter } from './request-printer.ts';
import { idBefore, isSince, type Since } from './since.ts';

/** What `hookwell listen` was asked for. */
export interface ListenPlan {
  token: string | undefined;
  /** All endpoints of the account. */
  all: boolean;
  /** Where to forward to. */
  target: URL | undefined;
  since: Since;
  match: Match | undefined;
  onlyErrors: boolean;
  json: boolean;
  concurrency: number | undefined;
  timeout: number | undefined;
  insecure: boolean;
}

/** Shows and forwards what is captured until it is interrupted, which is how it ends. */
export async function listen(
  plan: ListenPlan,
  client: HookwellClient,
  world: Surroundings,
): Promise<void> {
  const interruption = world.interruption();
  // Whatever else ends the command ends the stream by this: it would go on by itself.
  const ended = new AbortController();
  const signal = AbortSignal.any([interruption, ended.signal]);
  try {
    const chosen = await chooseEndpoints(plan, client, world, signal);
    const requests = await wantedRequests(plan, chosen, client, world, signal);
    const printer = new RequestPrinter(plan.json, world, (id) => chosen.placeOf(id));
    const listening = showAll(requests, { ...plan, client, signal }, printer);
    await orNotFound(listening, 'The endpoint was deleted');
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    ended.abort();
  }
}

async function showAll(
  requests: AsyncIterable<ShownRequest>,
  plan: ListenPlan & { client: HookwellClient; signal: AbortSignal },
  printer: RequestPrinter,
): Promise<void> {
  const { target, insecure, onlyErrors, client, signal } = plan;
  if (target === undefined) {
    for await (const request of requests) await printer.captured(request);
    return;
  }
  const { timeout = defaultTimeout, concurrency = 1 } = plan;
  await forwardAll({
    ...{ requests, client, target, insecure, timeout, concurrency, signal },
    told: async (request, forwarded) => {
      if (isRefused(forwarded) || !onlyErrors) await printer.forwarded(request, forwarded);
    },
  });
}

/** The live stream from where it was asked for, without what was not. */
async function wantedRequests(
  { since, match, json, target }: ListenPlan,
  chosen: ChosenEndpoints,
  client: HookwellClient,
  world: Surroundings,
  signal: AbortSignal,
): Promise<AsyncIterable<ShownRequest>> {
  const options = {
    endpoint: chosen.token,
    after: await idBefore(since, client, chosen.token, signal),
    signal,
    onState: connectionNotes(world, chosen.announcement(target)),
  };
  if (target === undefined && match === undefined && !json) {
    return only(client.stream({ ...options, view: 'summary' }), (request) =>
      isSince(since, request),
    );
  }
  const { matches } = await import('@hookwell/client');
  return only(client.stream(options), async (request) => {
    return isSince(since, request) && (match === undefined || (await matches(match, request)));
  });
}

async function* only<Item>(
  items: AsyncIterable<Item>,
  isWanted: (item: Item) => boolean | Promise<boolean>,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    if (await isWanted(item)) yield item;
  }
}
