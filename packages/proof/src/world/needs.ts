import { whyNoDisk } from '../disk/disk.ts';

/** What a fault takes beside npm. */
export type Need =
  /** File systems of a program of ours: root's rights and `/dev/fuse` on Linux. */
  'fuse';

/** What this machine lacks, each with the reason in a sentence. */
export async function missingNeeds(): Promise<Map<Need, string>> {
  const noDisk = await whyNoDisk();
  return new Map(noDisk === undefined ? [] : [['fuse', noDisk]]);
}
