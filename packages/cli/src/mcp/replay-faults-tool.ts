import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { summaryPages } from '@hookwell/client/archives';
import { z } from 'zod';
import { capturedRequest } from '../forwarding/chosen-requests.ts';
import { forwardAll } from '../forwarding/forward-all.ts';
import { isRefused } from '../forwarding/forwarder.ts';
import { PlannedSending } from '../forwarding/planned-sending.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointInput, idInput, matchInput, matchOf } from './inputs.ts';
import { allowedTarget, targetInput } from './replay-target.ts';
import { defineTool, ToolFailure } from './tool.ts';

/** The most requests of one call, and the most sendings that they may make. */
const mostRequests = 100;
const mostSendings = 500;

/** The most outcomes that are listed. */
const mostListed = 20;

/** The time that a receiver has for each request: many of them are one call. */
const timeoutMs = 10_000;

export const replayWithFaults = defineTool({
  name: 'replay_with_faults',
  title: 'Test a receiver with duplicates, disorder and losses',
  description:
    'Sends captured requests to a server on this machine, one after the other, as senders and networks do at their ' +
    'worst: each of them several times, in an order of chance, some of them never. A receiver that adds up what ' +
    'arrives is wrong then. It takes ids in their order, or the newest requests that match, oldest first ' +
    `(${mostRequests} at most), and tells what was sent, with the seed that does the same again.`,
  input: z.strictObject({
    ids: z.array(idInput).min(1).max(mostRequests).optional().describe('The ids, in their order'),
    match: matchInput.optional(),
    endpoint: endpointInput.optional(),
    url: targetInput,
    duplicate: z.int().min(1).max(100).default(1).describe('Send each request so many times'),
    shuffle: z.boolean().default(false).describe('Send in an order of chance'),
    drop: z.number().min(0).max(1).default(0).describe('The share of requests that is never sent'),
    seed: z.int().min(0).max(4_294_967_295).optional().describe('The seed of an earlier call'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ ids, match, endpoint, url, ...faults }, { client, signal, allowedHosts }) => {
    const target = allowedTarget(url, allowedHosts);
    if ((ids === undefined) === (match === undefined)) {
      throw new ToolFailure('Give either ids or match');
    }
    const requests = await chosenRequests(ids, { match, endpoint }, client, signal);
    if (requests.length * faults.duplicate > mostSendings) {
      throw new ToolFailure(`One call sends ${mostSendings} times at most: choose fewer requests`);
    }
    const chosen = { count: requests.length, at: async (place: number) => requests[place] };
    const sending = await PlannedSending.of(chosen, faults, 'mcp');
    const refused: { id: number; status?: number; error?: string }[] = [];
    await forwardAll({
      ...{ requests: sending.requests(), client, target, insecure: false, timeoutMs },
      ...{ concurrency: 1, signal },
      told: async ({ id }, forwarded) => {
        const { status, error } = forwarded;
        if (!isRefused(forwarded)) return;
        refused.push({
          id,
          ...(status === undefined ? {} : { status }),
          ...(error === undefined ? {} : { error }),
        });
      },
    });
    return {
      ...sending.counts,
      refused: refused.length,
      firstRefused: refused.slice(0, mostListed),
    };
  },
});

async function chosenRequests(
  ids: readonly number[] | undefined,
  { match: text = '', endpoint }: { match?: string | undefined; endpoint?: string | undefined },
  client: HookwellClient,
  signal: AbortSignal,
): Promise<CapturedRequestSummary[]> {
  const requests: CapturedRequestSummary[] = [];
  if (ids !== undefined) {
    for (const id of ids) requests.push(await capturedRequest(id, client, signal));
    return requests;
  }
  const everyId = { before: undefined, after: undefined, limit: mostRequests };
  const selection = { ...everyId, match: matchOf(text), endpoint, signal };
  const collecting = async () => {
    for await (const { items } of summaryPages(client, selection)) requests.push(...items);
  };
  await orNotFound(collecting(), noEndpoint(endpoint));
  if (requests.length === 0) throw new ToolFailure('No stored request matches');
  return requests.reverse();
}
