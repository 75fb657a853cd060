import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { type Selection, summaryPages } from '../captured-requests/summary-pages.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { noEndpoint, noRequest, orNotFound } from '../service/not-found.ts';
import { FailedRequests } from './failed-requests.ts';
import { forwardAll } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import { RequestPrinter } from './request-printer.ts';

/** The task of `hookwell replay`. */
export interface ReplayPlan {
  ids: readonly number[];
  /** Instead of the ids: the requests that the target did not take before. */
  failed: boolean;
  /** Instead of the ids: the stored requests that match, in the match language. */
  match: string | undefined;
  /** With a match: the token of the endpoint; `undefined` for all endpoints of the account. */
  endpoint: string | undefined;
  target: URL;
  json: boolean;
  timeoutMs: number | undefined;
  insecure: boolean;
}

const everyId = { before: undefined, after: undefined };

/**
 * Sends captured requests in this order, once it is known that all of them exist.
 * @throws {CommandFailure} if one is missing or none matches, or the target did not take all of them
 * @throws {Interrupted} if the command was interrupted
 */
export async function replay(
  { ids, failed, match, endpoint, ...plan }: ReplayPlan,
  { client, address }: { client: HookwellClient; address: string },
  world: Surroundings,
): Promise<void> {
  const { target, json, insecure, timeoutMs = defaultTimeoutMs } = plan;
  const signal = world.interruption();
  const kept = new FailedRequests(world.environment, { address, target });
  const chosen = async () => {
    if (failed) return await failedRequests(kept, client, world, signal);
    if (match === undefined) return await capturedRequests(ids, client, signal);
    return await matchingRequests(client, { ...everyId, match, endpoint }, signal);
  };
  const requests = await chosen();
  const printer = new RequestPrinter({ json, client, signal, world });
  let sent = 0;
  let refused = 0;
  await forwardAll({
    ...{ requests, client, target, insecure, timeoutMs, concurrency: 1, signal },
    told: async (request, forwarded) => {
      sent += 1;
      if (isRefused(forwarded)) refused += 1;
      // The user sees the failures of this command at once: only a success changes the kept list.
      else await kept.note(request, false).catch(() => {});
      await printer.forwarded(request, forwarded);
    },
  });
  if (refused > 0) throw new CommandFailure(failureOf(refused, sent));
}

async function capturedRequests(
  ids: readonly number[],
  client: HookwellClient,
  signal: AbortSignal,
): Promise<CapturedRequestSummary[]> {
  const requests: CapturedRequestSummary[] = [];
  for (const id of ids) requests.push(await capturedRequest(id, client, signal));
  return requests;
}

/**
 * The stored requests that match, oldest first, without those that are deleted meanwhile. There may be very many, so
 * only their ids are kept.
 * @throws {CommandFailure} if there is none
 */
async function matchingRequests(
  client: HookwellClient,
  selection: Omit<Selection, 'limit'>,
  signal: AbortSignal,
): Promise<AsyncGenerator<CapturedRequestSummary, void>> {
  const ids: number[] = [];
  const limit = Number.POSITIVE_INFINITY;
  const collecting = async () => {
    for await (const { items } of summaryPages(client, { ...selection, limit, signal })) {
      for (const { id } of items) ids.push(id);
    }
  };
  await orNotFound(collecting(), noEndpoint(selection.endpoint));
  if (ids.length === 0) {
    throw new CommandFailure('No request matches', { exitCode: exitCodes.noMatch });
  }
  return storedRequests(ids.reverse(), client, signal);
}

async function* storedRequests(
  ids: readonly number[],
  client: HookwellClient,
  signal: AbortSignal,
): AsyncGenerator<CapturedRequestSummary, void> {
  for (const id of ids) {
    const request = await storedRequest(id, client, signal);
    if (request !== undefined) yield request;
  }
}

/** The failed requests that are still stored, oldest first. The others are forgotten, with a note. */
async function failedRequests(
  kept: FailedRequests,
  client: HookwellClient,
  world: Surroundings,
  signal: AbortSignal,
): Promise<CapturedRequestSummary[]> {
  const requests: CapturedRequestSummary[] = [];
  let gone = 0;
  for (const { id: endpointId } of await client.endpoints.list({ signal })) {
    for (const id of await kept.ids(endpointId)) {
      const request = await storedRequest(id, client, signal);
      if (request !== undefined) {
        requests.push(request);
      } else {
        gone += 1;
        await kept.note({ id, endpointId }, false).catch(() => {});
      }
    }
  }
  if (gone > 0) world.note(`No longer stored, and left out: ${gone}`);
  if (requests.length === 0) world.note('Nothing is known that the target did not take');
  return requests.sort((one, other) => one.id - other.id);
}

/**
 * A captured request without its body, which may be large.
 * @throws {CommandFailure} if no request has the id
 */
export async function capturedRequest(
  id: number,
  client: HookwellClient,
  signal: AbortSignal,
): Promise<CapturedRequestSummary> {
  const request = await storedRequest(id, client, signal);
  if (request === undefined) throw new CommandFailure(noRequest(id));
  return request;
}

async function storedRequest(
  id: number,
  { requests }: HookwellClient,
  signal: AbortSignal,
): Promise<CapturedRequestSummary | undefined> {
  const bounds = { before: id + 1, after: id - 1, limit: 1 };
  const { items } = await requests.page({ ...bounds, view: 'summary', signal });
  return items[0];
}

function failureOf(refused: number, all: number): string {
  if (all === 1) return 'The target did not take the request';
  return `The target did not take ${refused} of ${all} requests`;
}
