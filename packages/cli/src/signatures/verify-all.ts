import type { HookwellClient } from '@hookwell/client';
import { ArchiveFile } from '../archives/archive-file.ts';
import { checkRequests, requestsOf } from '../archives/ordered-archive.ts';
import type { Surroundings } from '../command-line/command.ts';
import { signedRequest } from './archived-request.ts';
import {
  capturedSigned,
  findingOfArchive,
  findingOnArrival,
  headerNotStored,
} from './captured-request.ts';
import { FindingPrinter } from './finding-printer.ts';
import { RequestVerifier, type VerifierOptions } from './verify-request.ts';

/**
 * Verifies the requests of an archive, and prints a line for each.
 * @param file `-` is standard input
 * @throws {CommandFailure} if it is no archive, or not all signatures are valid
 * @throws {Interrupted} if the command was interrupted
 */
export async function verifyArchive(
  file: string,
  options: VerifierOptions,
  json: boolean,
  world: Surroundings,
): Promise<void> {
  const signal = world.interruption();
  const archive = await ArchiveFile.open(file, world);
  try {
    await checkRequests(archive, signal);
    await verifyRequests(archive, options, new FindingPrinter(json, world), signal);
  } finally {
    await archive.close();
  }
}

async function verifyRequests(
  archive: ArchiveFile,
  options: VerifierOptions,
  printer: FindingPrinter,
  signal: AbortSignal,
): Promise<void> {
  const verifier = new RequestVerifier(options);
  for await (const archived of requestsOf(archive)) {
    signal.throwIfAborted();
    const request = signedRequest(archived);
    const finding = await verifier.verify(request);
    const header = finding.verdict === 'valid' ? undefined : headerNotStored(request, options);
    await printer.print(
      request,
      { entry: archived.entry },
      header === undefined ? finding : findingOfArchive(request, options.settings.scheme, header),
    );
  }
  printer.end();
}

/**
 * Verifies a captured request. If its signature stood in a header that is not stored, the verdict from when it came is
 * printed.
 * @throws {CommandFailure} if there is no such request, or its signature is not valid
 */
export async function verifyCaptured(
  id: number,
  client: HookwellClient,
  options: VerifierOptions,
  json: boolean,
  world: Surroundings,
): Promise<void> {
  const captured = await capturedSigned(id, client);
  const finding = await new RequestVerifier(options).verify(captured);
  const header = finding.verdict === 'valid' ? undefined : headerNotStored(captured, options);
  const printer = new FindingPrinter(json, world);
  await printer.print(
    captured,
    { id },
    header === undefined ? finding : findingOnArrival(captured, options.settings.scheme, header),
  );
  printer.end();
}
