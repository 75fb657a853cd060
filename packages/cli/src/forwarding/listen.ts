import type { HookwellClient, StreamState } from '@hookwell/client';
import { ReadyFile } from '@hookwell/server/ready-file';
import type { Surroundings } from '../command-line/command.ts';
import { Interrupted } from '../command-line/outcome.ts';
import { fileFailure } from '../command-line/system-failure.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { orNotFound } from '../service/not-found.ts';
import type { Signing } from '../signatures/signing-options.ts';
import type { AnswerBack } from './answer-back.ts';
import { type ChosenEndpoints, chooseEndpoints } from './chosen-endpoints.ts';
import { connectionNotes, leftOutNote, missingNote, targetNotes } from './connection-notes.ts';
import { FailureLog } from './failure-log.ts';
import { forwardAll } from './forward-all.ts';
import { forwardStream } from './forward-stream.ts';
import { isRefused } from './forwarder.ts';
import type { ShownRequest } from './request-line.ts';
import { RequestPrinter } from './request-printer.ts';
import type { RetryPlan } from './retrying.ts';
import { idBefore, isSince, type Since } from './since.ts';

/** The task of `hookwell listen`. */
export interface ListenPlan {
  /** The word that names a single endpoint. */
  endpoint: string | undefined;
  /** All endpoints of the account. */
  all: boolean;
  /** The address to forward to. */
  target: URL | undefined;
  /** Senders wait so long for the answers of the target, in milliseconds; `undefined`: they get none of them. */
  answerMs: number | undefined;
  since: Since;
  /** In the match language. */
  match: string | undefined;
  onlyErrors: boolean;
  json: boolean;
  concurrency: number | undefined;
  retry: RetryPlan;
  /** The name of a file that exists from the first connection of the stream to the end of the command. */
  readyFile: string | undefined;
  timeoutMs: number | undefined;
  insecure: boolean;
  signing: Signing | undefined;
}

/** A client of the service, and the address of the service. */
export interface ListeningAccess {
  client: HookwellClient;
  address: string;
}

/** Shows and forwards captured requests until it is interrupted, which is its normal end. */
export async function listen(
  plan: ListenPlan,
  connect: () => Promise<ListeningAccess>,
  world: Surroundings,
): Promise<void> {
  const interruption = world.interruption();
  // The stream would go on after any other end of the command: this signal ends it.
  const ended = new AbortController();
  const signal = AbortSignal.any([interruption, ended.signal]);
  const readyFile = readyFileOf(plan);
  try {
    readyFile?.clear();
    const { client, address } = await connect();
    signal.throwIfAborted();
    const chosen = await chooseEndpoints(plan, client, world, signal);
    const tell = connectionNotes(world, chosen.announcement(plan.target, plan.answerMs));
    const onState = (state: StreamState): void => {
      try {
        if (state.state === 'live') readyFile?.write(chosen.urls);
      } catch (error) {
        // It ends the stream, and so the command fails with this error.
        ended.abort(error);
      }
      tell(state);
    };
    const requests = await wantedRequests(plan, chosen, client, { signal, onState });
    const placeOf = (id: number) => chosen.placeOf(id);
    const printer = new RequestPrinter({ json: plan.json, client, signal, world, placeOf });
    const listening = showAll(requests, { ...plan, client, signal, address }, printer, world);
    await orNotFound(listening, 'The endpoint was deleted');
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    ended.abort();
    readyFile?.remove();
  }
}

function readyFileOf({ readyFile: name }: ListenPlan): ReadyFile | undefined {
  return name === undefined
    ? undefined
    : new ReadyFile(name, (cause) => fileFailure('write', name, cause));
}

async function showAll(
  requests: AsyncIterable<ShownRequest>,
  plan: ListenPlan & ListeningAccess & { signal: AbortSignal },
  printer: RequestPrinter,
  world: Surroundings,
): Promise<void> {
  const { target, insecure, signing, onlyErrors, json, client, signal } = plan;
  if (target === undefined) {
    await forwardStream({
      requests,
      sizeOf: (request) => ('body' in request ? Buffer.byteLength(request.body) : 0),
      prepare: async (request) => printer.expect(request),
      forward: async (request) => await printer.captured(request),
      concurrency: 1,
    });
    return;
  }
  const { timeoutMs = defaultTimeoutMs, concurrency = 1, retry } = plan;
  const failures = new FailureLog(world, { address: plan.address, target });
  const retrying = targetNotes(world, retry);
  try {
    await forwardAll({
      requests: json && !onlyErrors ? printer.expecting(requests) : requests,
      ...{ client, target, insecure, signing, timeoutMs, concurrency, retrying, signal },
      answerBack: await answerBackOf(plan, world),
      onMissing: missingNote(world, signing !== undefined),
      told: async (request, forwarded) => {
        await failures.note(request, isRefused(forwarded));
        if (isRefused(forwarded) || !onlyErrors) await printer.forwarded(request, forwarded);
      },
      left: (request) => failures.left(request),
    });
  } finally {
    failures.tell();
  }
}

/** Loaded where senders wait for answers alone. */
async function answerBackOf(
  { answerMs, client }: Pick<ListenPlan & ListeningAccess, 'answerMs' | 'client'>,
  world: Surroundings,
): Promise<AnswerBack | undefined> {
  if (answerMs === undefined) return undefined;
  const { AnswerBack } = await import('./answer-back.ts');
  return new AnswerBack(client, { waitMs: answerMs, onLeftOut: leftOutNote(world) });
}

/** The live stream from the chosen place on, with the requests that match. */
async function wantedRequests(
  { since, match, json, target, answerMs }: ListenPlan,
  chosen: ChosenEndpoints,
  client: HookwellClient,
  { signal, onState }: { signal: AbortSignal; onState(state: StreamState): void },
): Promise<AsyncIterable<ShownRequest>> {
  const options = {
    endpoint: chosen.token,
    after: await idBefore(since, client, chosen.token, signal),
    match,
    answers: answerMs === undefined ? undefined : `${answerMs}ms`,
    signal,
    onState,
  };
  const requests: AsyncIterable<ShownRequest> =
    target === undefined && !json
      ? client.stream({ ...options, view: 'summary' })
      : client.stream(options);
  return only(requests, (request) => isSince(since, request));
}

async function* only<Item>(
  items: AsyncIterable<Item>,
  isWanted: (item: Item) => boolean,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    if (isWanted(item)) yield item;
  }
}
