/** The parts of this capability that others use. */
export { CaptureReads } from './capture-reads.ts';
export {
  type FoundMatches,
  findMatches,
  matchPages,
  readMatchText,
  type SearchBounds,
} from './find-matches.ts';
export type { SliceReader } from './large-captures.ts';
export type { ListedLog } from './list-range.ts';
export {
  beginList,
  listStream,
  nothing,
  refuseGone,
  whileClientWaits,
  whileWaiting,
} from './reading-client.ts';
export { removeOldRemovals } from './usage.ts';
