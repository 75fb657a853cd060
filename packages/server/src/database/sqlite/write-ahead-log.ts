import { readSync } from 'node:fs';

/*
 * The format of a write-ahead log, https://www.sqlite.org/fileformat2.html#the_write_ahead_log: a header, then frames with a page
 * each. The checksum of a frame continues that of the frame before it.
 */

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Of the two magic numbers, the one whose checksums take words in the order of big-endian machines. */
const bigEndian = 0x377f0683;
const littleEndian = 0x377f0682;
/** Pages have this size unless a header says otherwise: no Hookwell ever set one. */
const usualPageBytes = 4096;

type Checksum = readonly [number, number];

/** A frame as it stands in the file. */
export interface Frame {
  /** Its place in the file, in bytes. */
  at: number;
  page: number;
  /** The size of the database in pages, of the last frame of a transaction; 0 for other frames. */
  commit: number;
  salts: string;
  /** Whether its checksum continues that of the frame before it, or of the header. */
  isChained: boolean;
}

export interface LogHeader {
  isValid: boolean;
  pageBytes: number;
  salts: string;
}

/** Frames are read so many bytes at once, near enough. */
const readAtOnce = 1024 * 1024;

/** Reads a log from its first frame to the end of its file. Gives nothing of a file that is too short for a header. */
export function readLog(
  handle: number,
): { header: LogHeader; frames: Iterable<Frame> } | undefined {
  const bytes = new Uint8Array(headerBytes);
  if (readSync(handle, bytes, 0, headerBytes, 0) < headerBytes) return undefined;
  const view = new DataView(bytes.buffer);
  const magic = view.getUint32(0);
  const pageBytes = view.getUint32(8);
  const isLittle = magic !== bigEndian;
  const checksum = checksumAfter([0, 0], view, 0, 24, isLittle);
  const isValid =
    (magic === bigEndian || magic === littleEndian) &&
    isPageSize(pageBytes) &&
    isSame(checksum, checksumAt(view, 24));
  const header = {
    isValid,
    pageBytes: isPageSize(pageBytes) ? pageBytes : usualPageBytes,
    salts: saltsAt(view, 16),
  };
  return { header, frames: framesOf(handle, header, checksumAt(view, 24), isLittle) };
}

function* framesOf(
  handle: number,
  { pageBytes }: LogHeader,
  headerChecksum: Checksum,
  isLittle: boolean,
): Generator<Frame, void> {
  const frameBytes = frameHeaderBytes + pageBytes;
  const buffer = new Uint8Array(frameBytes * Math.max(1, Math.floor(readAtOnce / frameBytes)));
  const view = new DataView(buffer.buffer);
  let before = headerChecksum;
  for (let from = headerBytes; ; from += buffer.length) {
    const length = readWhole(handle, buffer, from);
    for (let at = 0; at + frameBytes <= length; at += frameBytes) {
      const stored = checksumAt(view, at + 16);
      const ofHead = checksumAfter(before, view, at, 8, isLittle);
      const checksum = checksumAfter(ofHead, view, at + frameHeaderBytes, pageBytes, isLittle);
      yield {
        at: from + at,
        page: view.getUint32(at),
        commit: view.getUint32(at + 4),
        salts: saltsAt(view, at + 8),
        isChained: isSame(checksum, stored),
      };
      before = stored;
    }
    if (length < buffer.length) return;
  }
}

/** Reads until the buffer is full or the file ends. */
function readWhole(handle: number, buffer: Uint8Array, from: number): number {
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(handle, buffer, length, buffer.length - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

function checksumAfter(
  [first, second]: Checksum,
  view: DataView,
  from: number,
  length: number,
  isLittle: boolean,
): Checksum {
  for (let at = from; at < from + length; at += 8) {
    first = (first + view.getInt32(at, isLittle) + second) | 0;
    second = (second + view.getInt32(at + 4, isLittle) + first) | 0;
  }
  return [first, second];
}

function checksumAt(view: DataView, at: number): Checksum {
  return [view.getInt32(at), view.getInt32(at + 4)];
}

function isSame(a: Checksum, b: Checksum): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function saltsAt(view: DataView, at: number): string {
  return `${view.getUint32(at)} ${view.getUint32(at + 4)}`;
}

function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 65536 && Number.isInteger(Math.log2(bytes));
}
