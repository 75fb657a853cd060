import type { HookwellClient } from '@hookwell/client';
import { ArchiveFile } from '../archives/archive-file.ts';
import { checkRequests } from '../archives/ordered-archive.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { writeFileWhole } from '../output/output-file.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { noneMatches } from '../service/removed-requests.ts';
import { archivedRequests } from './archived-requests.ts';
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

/**
 * Judges the bodies of stored requests, newest first.
 * @throws {CommandFailure} unless at least one was judged, and all of them fit
 * @throws {Interrupted} if the command was interrupted
 */
export async function checkStored(
  token: string,
  client: HookwellClient,
  plan: CheckPlan,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const schemaFor = await schemaBy(plan.source, world);
  const { match, limit } = plan;
  const selection = { endpoint: token, before: undefined, after: undefined, match, limit, signal };
  let hasOlder = false;
  const requests = storedRequests(client, selection, (isCut) => {
    hasOlder = isCut;
  });
  const ending = {
    noteCut: () => {
      if (hasOlder) world.note('There may be older ones: --limit N judges more');
    },
    noneMatches: () => noneMatches(client, token),
  };
  await orNotFound(check(requests, schemaFor, plan, world, ending), noEndpoint(token));
}

/**
 * Judges the bodies in an archive, in its order.
 * @param file `-` is standard input
 * @throws {CommandFailure} as `checkStored` does, and if it is no archive
 * @throws {Interrupted} if the command was interrupted
 */
export async function checkArchive(
  file: string,
  plan: CheckPlan,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const schemaFor = await schemaBy(plan.source, world);
  const archive = await ArchiveFile.open(file, world);
  try {
    await checkRequests(archive, signal);
    let hasMore = false;
    const requests = archivedRequests(archive, { ...plan, signal }, () => {
      hasMore = true;
    });
    await check(requests, schemaFor, plan, world, {
      noteCut: () => {
        if (hasMore) world.note('There are more: --limit N judges them');
      },
      noneMatches: async () =>
        new CommandFailure('No request matches', { exitCode: exitCodes.noMatch }),
    });
  } finally {
    await archive.close();
  }
}

/** Short checks show no progress. */
const quietMs = 1000;

async function check(
  requests: AsyncIterable<CheckedRequest>,
  schemaFor: SchemaFor,
  { json, junit }: CheckPlan,
  world: Surroundings,
  ending: { noteCut: () => void; noneMatches: () => Promise<CommandFailure> },
): Promise<void> {
  const report = await reportInto(junit);
  const quietUntil = performance.now() + quietMs;
  const printer = new CheckPrinter(json, world);
  const tally = new CheckTally();
  let count = 0;
  try {
    for await (const batch of batchesOf(requests)) {
      const judged = judgeBodies(batch, schemaFor);
      for (const one of judged) tally.add(one);
      count += batch.length;
      // Lines on a terminal show how it goes on; a line that changes in place would stand in their way.
      world.progress.end();
      await printer.print(judged);
      if (performance.now() > quietUntil) world.progress.show(`${count} requests`);
    }
  } finally {
    world.progress.end();
  }
  await report(tally);
  ending.noteCut();
  await printer.end(tally, ending.noneMatches);
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
