/** What other capabilities use of this one. */
export { CaptureReads } from './capture-reads.ts';
export { CaptureRenderer, isHeavy } from './capture-renderer.ts';
export type { CaptureView } from './render.ts';
export type { RenderedPieces } from './rendered-pieces.ts';
