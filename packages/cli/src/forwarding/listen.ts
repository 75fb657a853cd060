import type { HookwellClient, StreamState } from '@hookwell/client';
import { ReadyFile } from '@hookwell/server/ready-file';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, Interrupted } from '../command-line/outcome.ts';
import { fileFailure } from '../command-line/system-failure.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { orNotFound } from '../service/not-found.ts';
import { statusOf } from '../service/service-failure.ts';
import type { AnswerBack } from './answer-back.ts';
import { type ChosenEndpoints, chooseEndpoints, chooseForRoutes } from './chosen-endpoints.ts';
import { connectionNotes, leftOutNote, missingNote, targetNotes } from './connection-notes.ts';
import { FailureLog } from './failure-log.ts';
import { forwardAll } from './forward-all.ts';
import { forwardStream, mostPreparedBytes } from './forward-stream.ts';
import { isRefused } from './forwarder.ts';
import { OutputTurns } from './output-turns.ts';
import type { FiledPlan, PlannedRoute } from './planned-route.ts';
import type { ShownRequest } from './request-line.ts';
import { RequestPrinter } from './request-printer.ts';
import { idBefore, isSince, type Since } from './since.ts';

/** The task of `hookwell listen`. */
export interface ListenPlan {
  /** Which endpoints, and what becomes of their requests. */
  routes: PlannedRoutes;
  since: Since;
  onlyErrors: boolean;
  json: boolean;
  concurrency: number | undefined;
  /** The name of a file that exists from the first connection of all streams to the end of the command. */
  readyFile: string | undefined;
  timeoutMs: number | undefined;
  insecure: boolean;
}

export type PlannedRoutes =
  | {
      file?: never;
      /** The word that names a single endpoint. */
      endpoint: string | undefined;
      /** All endpoints of the account. */
      all: boolean;
      route: PlannedRoute;
    }
  | {
      /** Where they stand, for people. */
      file: string;
      routes: readonly FiledPlan[];
    };

/** A client of the service, and the address of the service. */
export interface ListeningAccess {
  client: HookwellClient;
  address: string;
}

/** A route whose endpoints are known. */
interface Route extends PlannedRoute {
  chosen: ChosenEndpoints;
}

/** What all routes of one command share. */
interface Listening extends ListeningAccess {
  plan: ListenPlan;
  world: Surroundings;
  signal: AbortSignal;
  /** Every request that is wanted has a higher id. */
  after: number;
  turns: OutputTurns;
  /** The bytes of requests that one route may hold ready. */
  mostBytes: number;
  /** The commands that send again what targets did not take. */
  again: Set<string>;
}

/** Shows and forwards captured requests until it is interrupted, which is its normal end. */
export async function listen(
  plan: ListenPlan,
  connect: () => Promise<ListeningAccess>,
  world: Surroundings,
): Promise<void> {
  const interruption = world.interruption();
  // The streams would go on after any other end of the command: this signal ends them.
  const ended = new AbortController();
  const signal = AbortSignal.any([interruption, ended.signal]);
  const readyFile = readyFileOf(plan);
  const again = new Set<string>();
  try {
    readyFile?.checkFolder();
    readyFile?.clear();
    const access = await connect();
    signal.throwIfAborted();
    const routes = await chosenRoutes(plan.routes, access.client, world, signal);
    const token = routes.length === 1 ? routes[0]?.chosen.token : undefined;
    const listening: Listening = {
      ...{ ...access, plan, world, signal, again },
      after: await idBefore(plan.since, access.client, token, signal),
      turns: new OutputTurns(),
      mostBytes: mostPreparedBytes / routes.length,
    };
    const hear = hearingOf(routes, readyFile, world, ended);
    const followed = routes.map(async (route, index) => {
      try {
        await follow(route, (state) => hear(index, state), listening);
      } catch (error) {
        // One route that cannot go on ends the command, and so the others: they finish what is under way.
        ended.abort(error);
        throw error;
      }
    });
    throwFirst(await Promise.allSettled(followed));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    ended.abort();
    readyFile?.remove();
    for (const command of again) world.note(`Again: ${command}`);
  }
}

/** Throws why routes have ended: a failure rather than the interruption. */
function throwFirst(outcomes: readonly PromiseSettledResult<void>[]): void {
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  if (reasons.length > 0) throw reasons.find((one) => !(one instanceof Interrupted)) ?? reasons[0];
}

function readyFileOf({ readyFile: name }: ListenPlan): ReadyFile | undefined {
  return name === undefined
    ? undefined
    : new ReadyFile(name, (cause) => fileFailure('write', name, cause));
}

async function chosenRoutes(
  planned: PlannedRoutes,
  client: HookwellClient,
  world: Surroundings,
  signal: AbortSignal,
): Promise<Route[]> {
  if (planned.file === undefined) {
    return [{ ...planned.route, chosen: await chooseEndpoints(planned, client, world, signal) }];
  }
  const { routes, file } = planned;
  const chosen = await chooseForRoutes(routes, file, client, signal);
  return routes.flatMap((route, index) => {
    const endpoints = chosen[index];
    return endpoints === undefined ? [] : [{ ...route, chosen: endpoints }];
  });
}

/** Hears how the streams do: tells it, and makes the ready file once each of them has been connected. */
function hearingOf(
  routes: readonly Route[],
  readyFile: ReadyFile | undefined,
  world: Surroundings,
  ended: AbortController,
): (route: number, state: StreamState) => void {
  const tell = connectionNotes(world, routes.map(announcementOf));
  const missing = new Set(routes.keys());
  const urls = [...new Set(routes.flatMap(({ chosen }) => chosen.urls))];
  return (route, state) => {
    try {
      if (routes.length > 1 && missing.has(route)) refuseTooMany(state, routes.length, missing);
      tell(route, state);
      if (state.state !== 'live' || !missing.delete(route) || missing.size > 0) return;
      readyFile?.write(urls);
      if (routes.length > 1) world.note(readyWords(routes.length, world));
    } catch (error) {
      // It ends the streams, and so the command fails with this error.
      ended.abort(error);
    }
  };
}

function announcementOf({ chosen, target, answerMs }: Route): string {
  return labelled(chosen.label, chosen.announcement(target, answerMs));
}

function labelled(label: string | undefined, sentence: string): string {
  return label === undefined ? sentence : `${label}: ${sentence}`;
}

function readyWords(count: number, { output }: Surroundings): string {
  return `All ${count} routes are listening${output.isTerminal ? ' (Ctrl-C ends it)' : ''}`;
}

/**
 * A service grants an account only so many streams at once. More routes than that would never all listen, and nobody
 * would notice which.
 * @throws {CommandFailure} if the service refuses one of them for that
 */
function refuseTooMany(state: StreamState, count: number, missing: ReadonlySet<number>): void {
  if (state.state !== 'reconnecting' || statusOf(state.reason) !== 429) return;
  throw new CommandFailure(
    `Each route needs a live stream of its own, and of ${count} only ${count - missing.size} got one: ${state.reason.message}`,
  );
}

/** Shows or forwards the requests of one route. */
async function follow(
  route: Route,
  onState: (state: StreamState) => void,
  listening: Listening,
): Promise<void> {
  const { plan, client, signal, turns } = listening;
  const { label } = route.chosen;
  const note = (line: string) => listening.world.note(labelled(label, line));
  const world = label === undefined ? listening.world : { ...listening.world, note };
  const requests = wantedRequests(route, onState, listening);
  const placeOf = (id: number) => route.chosen.placeOf(id);
  const { json } = plan;
  const printer = new RequestPrinter({ json, client, signal, world, placeOf, turns });
  const showing = showAll(requests, route, { ...listening, world }, printer);
  await orNotFound(showing, labelled(label, 'The endpoint was deleted'));
}

async function showAll(
  requests: AsyncIterable<ShownRequest>,
  { target, signing, retry, answerMs }: Route,
  { plan, client, address, signal, world, mostBytes, again }: Listening,
  printer: RequestPrinter,
): Promise<void> {
  const { insecure, onlyErrors, json, timeoutMs = defaultTimeoutMs, concurrency = 1 } = plan;
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
  const failures = new FailureLog(world, { address, target });
  const retrying = targetNotes(world, retry);
  try {
    await forwardAll({
      requests,
      expected: json && !onlyErrors ? (request) => printer.expect(request) : undefined,
      ...{ client, target, insecure, signing, timeoutMs, concurrency, retrying, signal, mostBytes },
      answerBack: await answerBackOf(answerMs, client, world),
      onMissing: missingNote(world, signing !== undefined),
      told: async (request, forwarded) => {
        await failures.note(request, isRefused(forwarded));
        if (isRefused(forwarded) || !onlyErrors) await printer.forwarded(request, forwarded);
      },
      left: (request) => failures.left(request),
    });
  } finally {
    const command = failures.tell();
    if (command !== undefined) again.add(command);
  }
}

/** Loaded where senders wait for answers alone. */
async function answerBackOf(
  answerMs: number | undefined,
  client: HookwellClient,
  world: Surroundings,
): Promise<AnswerBack | undefined> {
  if (answerMs === undefined) return undefined;
  const { AnswerBack } = await import('./answer-back.ts');
  return new AnswerBack(client, { waitMs: answerMs, onLeftOut: leftOutNote(world) });
}

/** The live stream of a route from the chosen place on, with the requests that match. */
function wantedRequests(
  { match, target, answerMs, chosen }: Route,
  onState: (state: StreamState) => void,
  { plan: { since, json }, client, after, signal }: Listening,
): AsyncIterable<ShownRequest> {
  const answers = answerMs === undefined ? undefined : `${answerMs}ms`;
  const options = { endpoint: chosen.token, after, match, answers, signal, onState };
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
