/** What other capabilities use of this one. */

export { isHeavy, LARGEST_LIGHT_BODY } from '../rendering/heavy-captures.ts';
export type { CaptureView } from '../rendering/render.ts';
export { CaptureReads } from './capture-reads.ts';
export type { RenderedPieces } from './rendered-pieces.ts';
