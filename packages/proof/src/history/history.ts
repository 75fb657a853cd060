import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Operation } from './operation.ts';

const chunkBytes = 256 * 1024;

/** Collects operations as they end, on one monotonic clock. */
export class History {
  readonly operations: Operation[] = [];

  /** Milliseconds, with fractions. */
  now(): number {
    return performance.now();
  }

  add(operation: Operation): void {
    this.operations.push(operation);
  }
}

/** Writes a history as a line of JSON for each operation. It may be longer than the longest string. */
export function writeHistory(file: string, operations: readonly Operation[]): void {
  const descriptor = openSync(file, 'w');
  try {
    let text = '';
    for (const operation of operations) {
      text += `${JSON.stringify(operation)}\n`;
      if (text.length < chunkBytes) continue;
      writeAll(descriptor, text);
      text = '';
    }
    writeAll(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Reads what `writeHistory` wrote. */
export function readHistory(file: string): Operation[] {
  const operations: Operation[] = [];
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(chunkBytes);
    /** The beginning of a line whose end has not been read yet. */
    let beginning: Buffer[] = [];
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0 && end < size; end = chunk.indexOf('\n', from)) {
        const line = Buffer.concat([...beginning, chunk.subarray(from, end)]);
        operations.push(JSON.parse(line.toString()));
        beginning = [];
        from = end + 1;
      }
      if (from < size) beginning.push(Buffer.from(chunk.subarray(from, size)));
    }
    if (beginning.length > 0) throw new Error(`${file} ends within a line`);
  } finally {
    closeSync(descriptor);
  }
  return operations;
}
