import type { HookwellClient, ReplayFaults } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { jsonLine } from '../output/text.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import type { SigningChoice } from '../signatures/signing-options.ts';
import { failedRequests, matchingRequests, requestsWithIds } from './chosen-requests.ts';
import { missingNote } from './connection-notes.ts';
import { FailedRequests } from './failed-requests.ts';
import { forwardAll } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import { countsLine, PlannedSending } from './replay-faults.ts';
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
  /** The faults on the way to the receiver; with them the counts are told at the end. */
  faults: ReplayFaults | undefined;
  target: URL;
  /** The target of which the kept failures are meant: what is taken now is no failure there any more. */
  failedAt: URL;
  json: boolean;
  timeoutMs: number | undefined;
  insecure: boolean;
  signing: SigningChoice | undefined;
}

/**
 * Sends captured requests in this order, or with faults, once it is known that all of them exist.
 * @throws {CommandFailure} if one is missing or none matches, or the target did not take all of them
 * @throws {UsageError} if faults make too many of them
 * @throws {Interrupted} if the command was interrupted
 */
export async function replay(
  { ids, failed, failedAt, match, endpoint, faults, ...plan }: ReplayPlan,
  { client, address }: { client: HookwellClient; address: string },
  world: Surroundings,
): Promise<void> {
  const { target, json, insecure, signing, timeoutMs = defaultTimeoutMs } = plan;
  const signal = world.interruption();
  const kept = new FailedRequests(world.environment, { address, target: failedAt });
  const chosen = async () => {
    if (failed) return await failedRequests(kept, client, world.note, signal);
    if (match === undefined) return await requestsWithIds(ids, client, signal);
    return await matchingRequests(client, { match, endpoint }, signal);
  };
  const sending = await PlannedSending.of(await chosen(), faults, 'replay');
  const printer = new RequestPrinter({ json, client, signal, world });
  let sent = 0;
  let refused = 0;
  await forwardAll({
    ...{
      requests: sending.requests(),
      client,
      target,
      insecure,
      signing,
      timeoutMs,
      concurrency: 1,
      signal,
      onMissing: missingNote(world, signing !== undefined),
    },
    told: async (request, forwarded) => {
      sent += 1;
      if (isRefused(forwarded)) refused += 1;
      // The user sees the failures of this command at once: only a success changes the kept list.
      else await kept.note(request, false).catch(() => {});
      await printer.print(request, forwarded);
    },
  });
  if (faults !== undefined) {
    const { counts } = sending;
    if (json) await world.write(`${jsonLine({ replay: counts })}\n`);
    else world.note(countsLine(counts));
  }
  if (refused > 0) throw new CommandFailure(failureOf(refused, sent));
}

function failureOf(refused: number, all: number): string {
  if (all === 1) return 'The target did not take the request';
  return `The target did not take ${refused} of ${all} requests`;
}
