/** What other capabilities use of this one. */

export type { CaptureView } from '../rendering/capture-text.ts';
export { isHeavy, LARGEST_LIGHT_BODY } from '../rendering/heavy-captures.ts';
export type { RenderedPieces } from './capture-pieces.ts';
export { CaptureReads } from './capture-reads.ts';
