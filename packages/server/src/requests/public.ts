/** The parts of this capability that others use. */
export { CaptureReads } from './capture-reads.ts';
export { type FoundMatches, findMatches, type SearchBounds } from './find-matches.ts';
export { type ListedLog, logInTurns } from './log-in-turns.ts';
export { matchPages } from './match-pages.ts';
export { readMatchText } from './match-text.ts';
export { listStream, nothing } from './piece-stream.ts';
export { beginList, refuseGone, whileWaiting } from './reading-client.ts';
export { removeOldRemovals } from './usage.ts';
