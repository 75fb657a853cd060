import type { HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { writeFileWhole } from '../output/output-file.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { noneMatches } from '../service/removed-requests.ts';
import { checkJunit, unendedCheckJunit } from './check-junit.ts';
import { CheckPrinter } from './check-printer.ts';
import { CheckTally } from './check-tally.ts';
import { batchesOf, type CheckedRequest } from './checked-request.ts';
import { judgeBodies, type SchemaFor } from './judge-bodies.ts';
import { type SchemaSource, schemaBy } from './schema-choice.ts';
import { storedRequests } from './stored-requests.ts';

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
  const report = await reportInto(junit);
  const printer = new CheckPrinter(json, world);
  const tally = new CheckTally();
  await orNotFound(judgeAll(requests, schemaFor, { printer, tally }, world), noEndpoint(token));
  await report(tally);
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

/** Writes a first report at once, so that a file that cannot be written is known before; gives what writes the last one. */
async function reportInto(file: string | undefined): Promise<(tally: CheckTally) => Promise<void>> {
  if (file === undefined) return async () => {};
  const startedAt = new Date();
  const started = performance.now();
  const suite = () => ({ startedAt, elapsedMs: performance.now() - started });
  const write = (text: string) => writeFileWhole(file, (writePiece) => writePiece(text));
  await write(unendedCheckJunit(suite()));
  return (tally) => write(checkJunit(tally, suite()));
}
