/** Bytes that are no archive of requests, or one with a fault. Its message is the rest of a sentence about the archive. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  /** The number of the entry with the fault, from 1 on; absent if it is not in an entry. */
  readonly entry: number | undefined;

  constructor(message: string, options: { entry?: number; cause?: unknown } = {}) {
    const { entry } = options;
    super(entry === undefined ? message : `entry ${entry}: ${message}`, options);
    this.entry = entry;
  }
}
