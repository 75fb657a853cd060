import { isIPv4 } from 'node:net';
import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { summaryPages } from '@hookwell/client/archives';
import { errorMessage } from '@hookwell/core/api/error-message';
import { z } from 'zod';
import { capturedRequest } from '../forwarding/chosen-requests.ts';
import { forwardAll } from '../forwarding/forward-all.ts';
import { isRefused } from '../forwarding/forwarder.ts';
import { originalFor } from '../forwarding/original.ts';
import { PlannedSending } from '../forwarding/replay-faults.ts';
import { sendOnce } from '../sending/sender.ts';
import { defaultTimeoutMs, mostAnswerBytes, parseTarget } from '../sending/sending-options.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { defineTool, endpointInput, idInput, matchInput, matchOf, ToolFailure } from './tool.ts';

const targetInput = z
  .string()
  .describe('The URL to send to: http://localhost:3000/hook. The path after the token is added.');

export const replayRequest = defineTool({
  name: 'replay_request',
  title: 'Replay a captured request',
  description:
    'Sends a captured request, by its id or the newest that matches, to a server on this machine, with its method, path, query, headers and exact ' +
    'bytes, and shows the answer. (Headers whose names begin with X- are sent if the settings of the endpoint kept them: "xHeaders": "keep".)',
  input: z.strictObject({
    id: idInput.optional(),
    match: matchInput.optional(),
    url: targetInput,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ id: given, match, url }, { client, signal, allowedHosts }) => {
    const target = allowedTarget(url, allowedHosts);
    const id = await idOf(given, match, client, signal);
    const captured = await capturedRequest(id, client, signal);
    const outgoing = await originalFor(target, captured, client, signal);
    const options = { timeoutMs: defaultTimeoutMs, keptAnswerBytes: mostAnswerBytes, signal };
    const { status, error, answer, milliseconds } = await sendOnce(target, outgoing, options);
    const sentTo = target.origin + outgoing.path;
    if (error !== undefined) throw new ToolFailure(`${sentTo} did not answer: ${error}`);
    return {
      id,
      sentTo,
      status,
      milliseconds: Math.round(milliseconds),
      answer: answer.toString('utf8'),
    };
  },
});

/**
 * The id that was given, or that of the newest request that matches.
 * @throws {ToolFailure} if not exactly one of them was given, or none matches
 */
async function idOf(
  given: number | undefined,
  text: string | undefined,
  { requests }: HookwellClient,
  signal: AbortSignal,
): Promise<number> {
  if ((given === undefined) === (text === undefined)) {
    throw new ToolFailure('Give either id or match');
  }
  if (given !== undefined) return given;
  const match = text === undefined ? undefined : matchOf(text);
  const [newest] = (await requests.page({ match, view: 'summary', limit: 1, signal })).items;
  if (newest === undefined) throw new ToolFailure('No stored request matches');
  return newest.id;
}

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

/**
 * The target that the assistant named.
 * @throws {ToolFailure} if the text is no such address, or nothing may be sent there
 */
function allowedTarget(text: string, allowedHosts: readonly string[]): URL {
  const target = targetOf(text);
  if (mayReplayTo(target, allowedHosts)) return target;
  throw new ToolFailure(
    `Nothing may be sent to ${target.host}: only this machine (localhost) is allowed, and what ` +
      '"hookwell mcp --allow-replay-to HOST" names',
  );
}

function targetOf(text: string): URL {
  try {
    return parseTarget(text);
  } catch (error) {
    throw new ToolFailure(errorMessage(error));
  }
}

/**
 * Whether an assistant may replay to this address: to this machine, and to the hosts that the user has named
 * (`staging.example`, or `staging.example:8443` for that port alone).
 */
function mayReplayTo(target: URL, allowedHosts: readonly string[]): boolean {
  return isLoopback(target.hostname) || allowedHosts.some((host) => names(host, target));
}

/** Whether the host is this machine. Only the name `localhost` counts: the owner of any other name decides its address. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

function names(host: string, target: URL): boolean {
  const given = `${target.protocol}//${host}`;
  if (!URL.canParse(given)) return false;
  const { hostname, port } = new URL(given);
  // A URL drops the default port of its scheme, so the port is looked for in the text.
  const hasPort = /:\d+$/.test(host);
  return hostname === target.hostname && (!hasPort || port === target.port);
}
