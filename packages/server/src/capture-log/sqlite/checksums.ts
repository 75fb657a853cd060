import { crc32 } from 'node:zlib';
import type { CaptureFields, StoredContractFinding } from '../captures.ts';

/*
 * The checksums that captures are stored with, CRC-32 as signed numbers: these take four bytes. A row that differs from them is
 * damaged, and is never served. Rows from before version 11 of the schema have none. A capture has two, so that a read without
 * its body can check the rest; together they take the writing thread 0.9 µs a capture of 1 KB.
 */

/** Of everything but the body, the id included: a row must not appear under another one. */
export function headChecksum(
  id: number,
  { endpointId, receivedAt, method, target, headers, droppedHeaders, ...rest }: CaptureFields,
): number {
  const numbers = `${id} ${endpointId} ${receivedAt} ${droppedHeaders} ${rest.bodySize}`;
  return crc32(`${numbers}\n${rest.ipAddress}\n${method}\n${target}\n${headers}`) | 0;
}

/** @param body its bytes, or the text whose UTF-8 they are */
export function bodyChecksum(body: Uint8Array | string): number {
  return crc32(body) | 0;
}

/** Of a capture's kept X- headers, with its id. */
export function keptHeadersChecksum(id: number, headers: string): number {
  return crc32(`${id}\n${headers}`) | 0;
}

/** Of what was found about a capture by a contract, with its id. */
export function findingChecksum(id: number, { verdict, finding }: StoredContractFinding): number {
  return crc32(`${id}\n${verdict}\n${finding}`) | 0;
}

/** Whether a stored checksum says that its content is damaged. */
export function contradicts(stored: unknown, checksum: () => number): boolean {
  return stored !== null && stored !== checksum();
}
