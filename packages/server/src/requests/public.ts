/** What other capabilities use of this one. */
export { CaptureRenderer } from './capture-renderer.ts';
export type { CaptureView } from './render.ts';
