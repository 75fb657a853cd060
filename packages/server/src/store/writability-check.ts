import { type SizeLimit, storeFull } from '../capture-log/size-limit.ts';

/**
 * The `checkWritable` of a store: `write` commits a small row. All callers that come while that runs get its
 * result, so asking often costs no more than asking once.
 */
export function writabilityCheck(
  write: () => Promise<unknown>,
  limit: SizeLimit,
): () => Promise<void> {
  let running: Promise<void> | undefined;

  async function check(): Promise<void> {
    await write();
    if (limit.full) throw storeFull();
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}
