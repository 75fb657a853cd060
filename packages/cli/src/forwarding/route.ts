import type { HookwellClient, StreamState } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import type { Surroundings } from '../command-line/command.ts';
import { stylesOf } from '../output/terminal.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import type { AnswerBack } from './answer-back.ts';
import type { ChosenEndpoints } from './chosen-endpoints.ts';
import { droppingNote, leftOutNote, missingNote, targetNotes } from './connection-notes.ts';
import { FailureLog } from './failed-requests.ts';
import { forwardAll, forwardStream } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import type { ShownRequest } from './request-line.ts';
import { type OutputTurns, RequestPrinter } from './request-printer.ts';
import type { PlannedRoute } from './routes-file.ts';
import { isSince, type Since } from './since.ts';

/** The part of a plan that holds for all routes. */
export interface SharedPlan {
  since: Since;
  onlyErrors: boolean;
  json: boolean;
  concurrency: number | undefined;
  timeoutMs: number | undefined;
  insecure: boolean;
}

/** A client of the service, and the address of the service. */
export interface ListeningAccess {
  client: HookwellClient;
  address: string;
}

/** A route whose endpoints are known. */
export interface Route extends PlannedRoute {
  chosen: ChosenEndpoints;
}

/** What all routes of one command share. */
export interface Listening extends ListeningAccess {
  plan: SharedPlan;
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

/** Shows or forwards the requests of one route. */
export async function follow(
  route: Route,
  onState: (state: StreamState) => void,
  listening: Listening,
): Promise<void> {
  const { plan, client, signal, turns } = listening;
  const { label } = route.chosen;
  const note = (line: string) => listening.world.note(labelled(label, line));
  const world = label === undefined ? listening.world : { ...listening.world, note };
  const isToldMissing = await tellIfDropping(route, { ...listening, world });
  const requests = wantedRequests(route, onState, listening);
  const placeOf = (id: number) => route.chosen.placeOf(id);
  const { json } = plan;
  const printer = new RequestPrinter({ json, client, signal, world, placeOf, turns });
  const showing = showAll(requests, route, { ...listening, world }, printer, isToldMissing);
  await orNotFound(showing, labelled(label, 'The endpoint was deleted'));
}

/** Says that a target does not get X- headers, if its endpoint drops them. */
async function tellIfDropping(
  { chosen: { token }, target, signing }: Route,
  { client, signal, world }: Listening,
): Promise<boolean> {
  if (target === undefined || token === undefined) return false;
  const [settings, { xHeaders }] = await Promise.all([
    orNotFound(client.endpoints.settings(token).get({ signal }), noEndpoint(token)),
    client.service.get({ signal }),
  ]);
  if (keepsXHeaders(settings, xHeaders)) return false;
  world.note(stylesOf(world.notes).warning(droppingNote(token, signing !== undefined)));
  return true;
}

async function showAll(
  requests: AsyncIterable<ShownRequest>,
  { target, signing, retry, answerMs }: Route,
  { plan, client, address, signal, world, mostBytes, again }: Listening,
  printer: RequestPrinter,
  isToldMissing: boolean,
): Promise<void> {
  const { insecure, onlyErrors, json, timeoutMs = defaultTimeoutMs, concurrency = 1 } = plan;
  if (target === undefined) {
    await forwardStream({
      requests,
      sizeOf: (request) => ('body' in request ? Buffer.byteLength(request.body) : 0),
      prepare: async (request) => printer.expect(request),
      forward: async (request) => await printer.print(request),
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
      ...(!isToldMissing && { onMissing: missingNote(world, signing !== undefined) }),
      told: async (request, forwarded) => {
        await failures.note(request, isRefused(forwarded));
        if (isRefused(forwarded) || !onlyErrors) await printer.print(request, forwarded);
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

/** The sentence with the name of the route that it is about, if there are several. */
export function labelled(label: string | undefined, sentence: string): string {
  return label === undefined ? sentence : `${label}: ${sentence}`;
}
