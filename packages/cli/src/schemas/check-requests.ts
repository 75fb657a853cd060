import type { CapturedRequest, CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { type Selection, summaryPages } from '@hookwell/client/archives';
import { happeningOf, isSmall, withSmallBodies } from '../captured-requests/happening.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { junitInto } from '../output/junit.ts';
import { type Styles, stylesOf } from '../output/terminal.ts';
import { jsonLine, visible } from '../output/text.ts';
import { isNotFound, noEndpoint, noneMatches, orNotFound } from '../service/not-found.ts';
import { CheckTally, differingWords, fittingWords, testCaseOf } from './check-tally.ts';
import {
  batchesOf,
  type CheckedRequest,
  type JudgedRequest,
  judgeBodies,
  type SchemaFor,
} from './judge-bodies.ts';
import { type SchemaSource, schemaBy } from './schema-choice.ts';

/** The task of `hookwell check`. */
export interface CheckPlan {
  source: SchemaSource;
  match: string | undefined;
  /** The most requests. */
  limit: number;
  json: boolean;
  /** The file of the report. */
  junit: string | undefined;
}

/** Short checks show no progress. */
const quietMs = 1000;

/**
 * Judges the bodies of stored requests, newest first.
 * @throws {CommandFailure} unless at least one was judged, and all of them fit
 * @throws {Interrupted} if the command was interrupted
 */
export async function checkStored(
  token: string,
  client: HookwellClient,
  { source, match, limit, json, junit }: CheckPlan,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const schemaFor = await schemaBy(source, world);
  const selection = { endpoint: token, before: undefined, after: undefined, match, limit, signal };
  let hasOlder = false;
  const requests = storedRequests(client, selection, (isCut) => {
    hasOlder = isCut;
  });
  const report = await junitInto(junit, 'check');
  const printer = new CheckPrinter(json, world);
  const tally = new CheckTally();
  await orNotFound(judgeAll(requests, schemaFor, { printer, tally }, world), noEndpoint(token));
  await report({ cases: tally.events.map(testCaseOf) });
  if (hasOlder) world.note('There may be older ones: --limit N judges more');
  await printer.end(tally, () => noneMatches(client, token));
}

async function judgeAll(
  requests: AsyncIterable<CheckedRequest>,
  schemaFor: SchemaFor,
  { printer, tally }: { printer: CheckPrinter; tally: CheckTally },
  { progress }: Surroundings,
): Promise<void> {
  const quietUntil = performance.now() + quietMs;
  let count = 0;
  try {
    for await (const batch of batchesOf(requests)) {
      const judged = judgeBodies(batch, schemaFor);
      for (const one of judged) tally.add(one);
      count += batch.length;
      // Lines on a terminal show how it goes on; a line that changes in place would stand in their way.
      progress.end();
      await printer.print(judged);
      if (performance.now() > quietUntil) progress.show(`${count} requests`);
    }
  } finally {
    progress.end();
  }
}

/** Prints what was found: for people the requests that differ, as JSON a line for every request. */
export class CheckPrinter {
  readonly #json: boolean;
  readonly #world: Pick<Surroundings, 'write' | 'note' | 'output'>;
  readonly #styles: Styles;

  constructor(json: boolean, world: Pick<Surroundings, 'write' | 'note' | 'output'>) {
    this.#json = json;
    this.#world = world;
    this.#styles = stylesOf(world.output);
  }

  async print(judged: readonly JudgedRequest[]): Promise<void> {
    const lines = judged.flatMap((one) => (this.#json ? [jsonOf(one)] : this.#linesOf(one)));
    if (lines.length > 0) await this.#world.write(`${lines.join('\n')}\n`);
    for (const { request, finding, isTooDear } of judged) {
      if (isTooDear) this.#world.note(`#${request.id} is left: ${finding.reason}`);
    }
  }

  #linesOf({ request, finding }: JudgedRequest): string[] {
    if (finding.verdict !== 'differs') return [];
    const { bold, faint, bad } = this.#styles;
    const { id, receivedAt, event } = request;
    const head = [
      bold(`#${id}`),
      faint(receivedAt),
      ...(event === undefined ? [] : [visible(event)]),
    ];
    const problems = finding.differences?.map(({ problem }) => bad(visible(problem))) ?? [];
    return [head.join('  '), ...problems.map((line) => `  ${line}`)];
  }

  /**
   * Prints the sum.
   * @param noneMatches makes the failure if there was no request
   * @throws {CommandFailure} unless at least one request was judged, and all of them fit
   */
  async end(tally: CheckTally, noneMatches: () => Promise<CommandFailure>): Promise<void> {
    const { differing, fitting, tooDear, reasons } = tally;
    for (const [reason, count] of reasons) {
      this.#world.note(visible(`Not judged: ${counted(count, 'request')}: ${reason}`));
    }
    if (differing > 0) throw new CommandFailure(differingWords(tally));
    if (tooDear > 0) {
      throw new CommandFailure(`${counted(tooDear, 'request')} could not be judged in time`);
    }
    if (fitting === 0) {
      if (reasons.size === 0) throw await noneMatches();
      throw new CommandFailure('No request was judged', { exitCode: exitCodes.noMatch });
    }
    if (!this.#json) await this.#world.write(`${fittingWords(tally)}\n`);
  }
}

function jsonOf({ request, finding }: JudgedRequest): string {
  const { id, receivedAt, event } = request;
  return jsonLine({ id, receivedAt, event, contract: finding });
}

/**
 * The stored requests that are selected, newest first, with their bodies. Those that were deleted meanwhile are left out.
 * @param onCut is told whether the limit leaves out older ones
 */
async function* storedRequests(
  client: HookwellClient,
  selection: Selection,
  onCut: (isCut: boolean) => void,
): AsyncGenerator<CheckedRequest, void> {
  const { signal } = selection;
  for await (const { items, isCut } of summaryPages(client, selection)) {
    onCut(isCut);
    const small = new Map<number, CapturedRequest>();
    for await (const request of withSmallBodies(client, items.filter(isSmall), selection)) {
      small.set(request.id, request);
    }
    for (const item of items) {
      const request = small.get(item.id) ?? (await withBody(client, item, signal));
      if (request !== undefined) yield await checkedRequest(request);
    }
  }
}

/** The request, which need not have a small body, or any; `undefined` if it was deleted meanwhile. */
async function withBody(
  { requests }: HookwellClient,
  summary: CapturedRequestSummary,
  signal: AbortSignal | undefined,
): Promise<CapturedRequest | CapturedRequestSummary | undefined> {
  if (summary.bodySize === 0) return summary;
  try {
    return await requests.get(summary.id, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function checkedRequest(
  request: CapturedRequest | CapturedRequestSummary,
): Promise<CheckedRequest> {
  const { id, receivedAt } = request;
  const { event } = await happeningOf(request);
  const text = 'body' in request ? request.body.raw : '';
  return { id, receivedAt, ...(event !== undefined && { event }), text };
}
