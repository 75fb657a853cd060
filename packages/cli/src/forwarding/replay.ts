import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command.ts';
import { CommandFailure } from '../outcome.ts';
import { noRequest } from '../service/not-found.ts';
import { forwardAll } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import { defaultTimeout } from './forwarding-options.ts';
import { RequestPrinter } from './request-printer.ts';

/** What `hookwell replay` was asked for. */
export interface ReplayPlan {
  ids: readonly number[];
  target: URL;
  json: boolean;
  timeout: number | undefined;
  insecure: boolean;
}

/**
 * Sends captured requests in this order, once it is known that all of them are there.
 * @throws CommandFailure where one is missing, or the target did not take all of them; Interrupted
 */
export async function replay(
  { ids, target, json, insecure, timeout = defaultTimeout }: ReplayPlan,
  client: HookwellClient,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const requests: CapturedRequestSummary[] = [];
  for (const id of ids) requests.push(await capturedRequest(id, client, signal));
  const printer = new RequestPrinter(json, world);
  let refused = 0;
  await forwardAll({
    ...{ requests, client, target, insecure, timeout, concurrency: 1, signal },
    told: async (request, forwarded) => {
      if (isRefused(forwarded)) refused += 1;
      await printer.forwarded(request, forwarded);
    },
  });
  if (refused > 0) throw new CommandFailure(failureOf(refused, ids.length));
}

/**
 * A captured request without its body, which may be large.
 * @throws CommandFailure where there is none of that id
 */
export async function capturedRequest(
  id: number,
  { requests }: HookwellClient,
  signal: AbortSignal,
): Promise<CapturedRequestSummary> {
  const bounds = { before: id + 1, after: id - 1, limit: 1 };
  const { items } = await requests.page({ ...bounds, view: 'summary', signal });
  const [request] = items;
  if (request === undefined) throw new CommandFailure(noRequest(id));
  return request;
}

function failureOf(refused: number, all: number): string {
  if (all === 1) return 'The target did not take the request';
  return `The target did not take ${refused} of ${all} requests`;
}
