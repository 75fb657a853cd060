import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { type Selection, summaryPages } from '@hookwell/client/archives';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { noEndpoint, noneMatches, noRequestSentence, orNotFound } from '../service/not-found.ts';
import type { FailedRequests } from './failed-requests.ts';

/** Requests that are to be sent, by their places from 0 on. */
export interface ChosenRequests {
  count: number;
  /** The request in this place; `undefined` if it was deleted meanwhile. */
  at(place: number): Promise<CapturedRequestSummary | undefined>;
}

const everyId = { before: undefined, after: undefined };

/**
 * The requests with these ids, in this order.
 * @throws {CommandFailure} if no request has one of them
 */
export async function requestsWithIds(
  ids: readonly number[],
  client: HookwellClient,
  signal: AbortSignal,
): Promise<ChosenRequests> {
  const requests: CapturedRequestSummary[] = [];
  for (const id of ids) requests.push(await capturedRequest(id, client, signal));
  return listed(requests);
}

/**
 * The stored requests that match, oldest first. There may be very many, so only their ids are kept.
 * @throws {CommandFailure} if there is none
 */
export async function matchingRequests(
  client: HookwellClient,
  selected: Pick<Selection, 'match' | 'endpoint'>,
  signal: AbortSignal,
): Promise<ChosenRequests> {
  const ids: number[] = [];
  const selection = { ...everyId, ...selected, limit: Number.POSITIVE_INFINITY, signal };
  const collecting = async () => {
    for await (const { items } of summaryPages(client, selection)) {
      for (const { id } of items) ids.push(id);
    }
  };
  await orNotFound(collecting(), noEndpoint(selected.endpoint));
  if (ids.length === 0) throw await noneMatches(client, selected.endpoint);
  ids.reverse();
  return {
    count: ids.length,
    at: async (place) => {
      const id = ids[place];
      return id === undefined ? undefined : await storedRequest(id, client, signal);
    },
  };
}

/**
 * The failed requests that are still stored, oldest first. The others are forgotten, with a note.
 * @throws {CommandFailure} if none is left
 */
export async function failedRequests(
  kept: FailedRequests,
  client: HookwellClient,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<ChosenRequests> {
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
  if (gone > 0) note(`No longer stored, and left out: ${gone}`);
  if (requests.length === 0) {
    throw new CommandFailure('Nothing is known that the target did not take', {
      exitCode: exitCodes.noMatch,
    });
  }
  return listed(requests.sort((one, other) => one.id - other.id));
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
  if (request === undefined) throw new CommandFailure(await noRequestSentence(id, client));
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

function listed(requests: readonly CapturedRequestSummary[]): ChosenRequests {
  return { count: requests.length, at: async (place) => requests[place] };
}
