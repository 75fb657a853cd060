/** What other capabilities use of this one. */
export { CaptureReads } from './capture-reads.ts';
export { isHeavy, LARGEST_LIGHT_BODY } from './heavy-captures.ts';
export type { CaptureView } from './render.ts';
export type { RenderedPieces } from './rendered-pieces.ts';
