import type { StoredCapture } from '../../capture-log/captures.ts';
import { isCompressed, isHeavyBody } from '../../sent-request/body.ts';
import type { CaptureView } from './capture-text.ts';

/** To decode a longer query may take a millisecond. */
const largestLightTarget = 8 * 1024;

/** Whether a capture is rendered in the thread, piece by piece, because it is large or compressed, or its query is long. */
export function isHeavy(capture: StoredCapture, view: CaptureView): boolean {
  if (view === 'summary' || view === 'eventSummary') return false;
  return isHeavyBody(capture) || capture.target.length > largestLightTarget;
}

/** One as the store gives the body, one on its way to the thread and one in the thread. */
const copiesInMemory = 3;

/** The memory that reading a capture as it was sent takes, in bytes. */
export function bytesToRead({ bodySize }: StoredCapture): number {
  return copiesInMemory * bodySize;
}

/** The memory that rendering it takes besides, in bytes at most. */
export function bytesToDecode(capture: StoredCapture, maxBodyBytes: number): number {
  return isCompressed(capture) ? maxBodyBytes : 0;
}
