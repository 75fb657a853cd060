/** The one part of this capability that others use. */
export { CaptureReads } from './capture-reads.ts';
