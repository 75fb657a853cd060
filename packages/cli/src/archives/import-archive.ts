import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes, UsageError } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { importRequests } from './import-requests.ts';
import { OrderedArchive } from './ordered-archive.ts';
import { WantedRequests } from './wanted-requests.ts';

/** The task of `hookwell requests import`. */
export interface ImportPlan {
  /** The name of the archive; `-` is standard input. */
  file: string;
  /** The number of requests that an earlier import has sent. */
  skip: number;
  json: boolean;
}

/**
 * Checks an archive, and sends its requests to an endpoint. Resolves with the number of those that were stored.
 * @param findUrl gives the receive URL, once the archive is found right
 * @throws {CommandFailure} if it is no archive, or not all was stored
 * @throws {UsageError} if more is to be skipped than there is
 * @throws {Interrupted} if the command was interrupted while it sent
 */
export async function importArchive(
  { file, skip, json }: ImportPlan,
  findUrl: () => Promise<URL>,
  world: Surroundings,
): Promise<number> {
  const wanted = new WantedRequests(true);
  const archive = await OrderedArchive.open(file, wanted.wanted, world);
  try {
    wanted.tell(world.note);
    tellDropped(wanted, world.note);
    const there = counted(archive.count, 'request');
    if (archive.count === 0) {
      throw new CommandFailure(`${archive.source}: there is no request in it to send`, {
        exitCode: exitCodes.usage,
      });
    }
    if (skip > archive.count) {
      const sentence = `Option --skip: there is no more than ${there} to send`;
      throw new UsageError(sentence, 'requests import');
    }
    return await importRequests({ archive, receiveUrl: await findUrl(), skip, json }, world);
  } finally {
    await archive.close();
  }
}

function tellDropped({ dropped }: WantedRequests, note: (line: string) => void): void {
  if (dropped === 0) return;
  const headers = counted(dropped, 'header');
  note(`Not in the archive: ${headers} beginning with X-, dropped before the requests were stored`);
}
