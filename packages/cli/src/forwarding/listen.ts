import type { HookwellClient, StreamState } from '@hookwell/client';
import { ReadyFile } from '@hookwell/server/ready-file';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, fileFailure, Interrupted } from '../command-line/outcome.ts';
import { statusOf } from '../service/service-failure.ts';
import { chooseEndpoints, chooseForRoutes } from './chosen-endpoints.ts';
import { connectionNotes } from './connection-notes.ts';
import { mostPreparedBytes } from './forward-all.ts';
import { OutputTurns } from './request-printer.ts';
import {
  follow,
  type Listening,
  type ListeningAccess,
  labelled,
  type Route,
  type SharedPlan,
} from './route.ts';
import type { FiledPlan, PlannedRoute } from './routes-file.ts';
import { idBefore } from './since.ts';

/** The task of `hookwell listen`. */
export interface ListenPlan extends SharedPlan {
  /** Which endpoints, and what becomes of their requests. */
  routes: PlannedRoutes;
  /** The name of a file that exists from the first connection of all streams to the end of the command. */
  readyFile: string | undefined;
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
      const isLast = state.state === 'live' && missing.delete(route) && missing.size === 0;
      if (isLast) readyFile?.write(urls);
      tell(route, state);
      if (isLast && routes.length > 1) world.note(readyWords(routes.length, world));
    } catch (error) {
      // It ends the streams, and so the command fails with this error.
      ended.abort(error);
    }
  };
}

function announcementOf({ chosen, target, answerMs }: Route): string {
  return labelled(chosen.label, chosen.announcement(target, answerMs));
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
