import { ArchivedOriginals } from '../archives/archived-originals.ts';
import { OrderedArchive } from '../archives/ordered-archive.ts';
import { WantedRequests } from '../archives/wanted-requests.ts';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { ArchivePrinter } from './archive-printer.ts';
import { missingNote } from './connection-notes.ts';
import { forwardAll } from './forward-all.ts';
import { isRefused } from './forwarder.ts';
import { PlannedSending } from './planned-sending.ts';
import { endOfReplay, type ReplayPlan } from './replay.ts';

/** The task of `hookwell replay FILE`. */
export interface ArchiveReplayPlan
  extends Pick<
    ReplayPlan,
    'match' | 'faults' | 'target' | 'json' | 'timeoutMs' | 'insecure' | 'signing'
  > {
  /** The name of the archive; `-` is standard input. */
  file: string;
}

/**
 * Sends the requests of an archive, oldest first or with faults, once all of it was checked. No service is asked.
 * @throws {CommandFailure} if it is no archive or none matches, or the target did not take all of them
 * @throws {UsageError} if faults make too many of them
 * @throws {Interrupted} if the command was interrupted
 */
export async function replayArchive(
  { file, match, faults, ...plan }: ArchiveReplayPlan,
  world: Surroundings,
): Promise<void> {
  const wanted = new WantedRequests(false, await matcherOf(match));
  const archive = await OrderedArchive.open(file, wanted.wanted, world);
  try {
    wanted.tell(world.note);
    if (archive.count === 0) throw nothingToSend(archive.source, match);
    await replayRequests(archive, { faults, ...plan }, world);
  } finally {
    await archive.close();
  }
}

async function replayRequests(
  archive: OrderedArchive,
  {
    target,
    faults,
    json,
    insecure,
    signing,
    timeoutMs = defaultTimeoutMs,
  }: Omit<ArchiveReplayPlan, 'file' | 'match'>,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const client = new ArchivedOriginals();
  const at = async (place: number) => client.add(await archive.at(place));
  const sending = await PlannedSending.of({ count: archive.count, at }, faults, 'replay');
  const printer = new ArchivePrinter(json, world);
  const tellMissing = missingNote(world, signing !== undefined);
  let [sent, refused] = [0, 0];
  await forwardAll({
    ...{ requests: sending.requests(), client, target, insecure, signing, timeoutMs },
    ...{ concurrency: 1, signal },
    onMissing: (id, headers) => tellMissing(client.entryOf(id), headers),
    told: async (captured, forwarded) => {
      client.remove(captured);
      sent += 1;
      if (isRefused(forwarded)) refused += 1;
      await printer.forwarded(captured.request, forwarded);
    },
  });
  await endOfReplay({ sending, faults, json, sent, refused }, world);
}

async function matcherOf(match: string | undefined) {
  if (match === undefined) return undefined;
  const { archiveMatcher } = await import('../archives/archive-match.ts');
  return archiveMatcher(match);
}

function nothingToSend(source: string, match: string | undefined): CommandFailure {
  return match === undefined
    ? new CommandFailure(`${source}: there is no request in it to send`, {
        exitCode: exitCodes.usage,
      })
    : new CommandFailure('No request matches', { exitCode: exitCodes.noMatch });
}
