import {
  type ArchivedRequest,
  ArchiveError,
  readArchive,
  readEntry,
} from '@hookwell/client/archives';
import type { ProgressDisplay, Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { ArchiveFile } from './archive-file.ts';

/** The most requests: the place of each is kept in memory. */
const mostRequests = 1_000_000;

/** Small archives show no progress. */
const quietMs = 1000;

/**
 * Says whether a request of an archive is wanted.
 * @throws {RangeError} if it makes the archive unusable, with the reason
 */
export type Wanted = (request: ArchivedRequest) => boolean;

/** The places of entries and what orders them, each in a list of its own: numbers alone take little memory. */
interface Places {
  starts: number[];
  ends: number[];
  /** In milliseconds since 1970. */
  times: number[];
  /** Of captured requests; 0 for others. */
  ids: number[];
  entries: number[];
}

/**
 * The wanted requests of an archive, oldest first, once all of it was read and found right. Their bytes stay on disk:
 * each is read again when it is asked for.
 */
export class OrderedArchive {
  readonly #file: ArchiveFile;
  readonly #places: Places;
  readonly #order: Uint32Array;

  private constructor(file: ArchiveFile, places: Places, order: Uint32Array) {
    this.#file = file;
    this.#places = places;
    this.#order = order;
  }

  /**
   * @param name `-` is standard input
   * @throws {CommandFailure} if it cannot be read or is no archive, or an entry is broken: the sentence names it
   */
  static async open(
    name: string,
    wanted: Wanted,
    world: Pick<Surroundings, 'input' | 'progress'>,
  ): Promise<OrderedArchive> {
    const file = await ArchiveFile.open(name, world);
    try {
      const places = await orSentence(placesIn(file, wanted, world.progress), file.source);
      return new OrderedArchive(file, places, orderOf(places));
    } catch (error) {
      await file.close();
      throw error;
    } finally {
      world.progress.end();
    }
  }

  /** The name of the archive, for sentences. */
  get source(): string {
    return this.#file.source;
  }

  get count(): number {
    return this.#order.length;
  }

  /**
   * The request in this place, from 0 on.
   * @throws {CommandFailure} if the file was changed since it was opened
   */
  async at(place: number): Promise<ArchivedRequest> {
    const { starts, ends, entries } = this.#places;
    const index = this.#order[place] ?? 0;
    const entry = entries[index] ?? 0;
    const pieces = this.#file.pieces(starts[index], ends[index]);
    try {
      return { ...(await readEntry(pieces)), entry };
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const sentence = `${this.source} was changed meanwhile, at entry ${entry}`;
      throw new CommandFailure(sentence, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Reads the requests of an archive in its own order, without a second look. */
export async function* requestsOf(file: ArchiveFile): AsyncGenerator<ArchivedRequest, void> {
  const requests = readArchive(file.pieces());
  for (;;) {
    const { done, value } = await orSentence(requests.next(), file.source);
    if (done) return;
    yield value;
  }
}

/**
 * Reads all requests of an archive: a broken one is told before anything is said of the requests in it.
 * @throws {CommandFailure} if it is broken, or has no request
 */
export async function checkRequests(archive: ArchiveFile, signal: AbortSignal): Promise<void> {
  let count = 0;
  for await (const _ of requestsOf(archive)) {
    signal.throwIfAborted();
    count += 1;
  }
  if (count > 0) return;
  throw new CommandFailure(`${archive.source}: there is no request in it`, {
    exitCode: exitCodes.usage,
  });
}

/** @throws {CommandFailure} with a sentence about the archive, for an error that says what is wrong with it */
async function orSentence<Result>(reading: Promise<Result>, source: string): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new CommandFailure(`${source}: ${error.message}`, {
      cause: error,
      exitCode: exitCodes.usage,
    });
  }
}

async function placesIn(
  file: ArchiveFile,
  wanted: Wanted,
  progress: ProgressDisplay,
): Promise<Places> {
  const quietUntil = performance.now() + quietMs;
  const places: Places = { starts: [], ends: [], times: [], ids: [], entries: [] };
  // An entry without a time follows the one before it.
  let time = Number.NEGATIVE_INFINITY;
  for await (const request of readArchive(file.pieces())) {
    const { entry, start, end, receivedAt = time, own } = request;
    time = receivedAt;
    if (performance.now() > quietUntil) progress.show(`checked ${counted(entry, 'request')}`);
    if (!isWanted(wanted, request)) continue;
    if (places.starts.length === mostRequests) {
      throw new ArchiveError(`it has more than ${mostRequests} requests: split it`);
    }
    places.starts.push(start);
    places.ends.push(end);
    places.times.push(time);
    places.ids.push(own?.id ?? 0);
    places.entries.push(entry);
  }
  return places;
}

function isWanted(wanted: Wanted, request: ArchivedRequest): boolean {
  try {
    return wanted(request);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ArchiveError(error.message, { entry: request.entry, cause: error });
  }
}

/** Oldest first; of the same millisecond as the service numbered them, else as they stand in the archive. */
function orderOf({ times, ids }: Places): Uint32Array {
  return Uint32Array.from(times.keys()).sort((one, other) => {
    const byTime = compared(times[one], times[other]);
    const byId = byTime === 0 ? compared(ids[one], ids[other]) : byTime;
    return byId === 0 ? one - other : byId;
  });
}

function compared(one = 0, other = 0): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
