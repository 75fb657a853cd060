import type { StoredCapture } from '../capture-log/capture-log.ts';
import type { CaptureView } from './capture-text.ts';

/** Bodies up to this many bytes are rendered at once: it takes less than handing them over would. */
export const LARGEST_LIGHT_BODY = 64 * 1024;

const CONTENT_ENCODING = /"content-encoding"/i;

/** Whether a capture is rendered in the thread, piece by piece: it is large or compressed. */
export function isHeavy(capture: StoredCapture, view: CaptureView): boolean {
  if (view === 'summary' || view === 'eventSummary') return false;
  return capture.bodySize > LARGEST_LIGHT_BODY || isCompressed(capture);
}

/** Its body is there once as the store gives it, once on its way to the thread and once in it. */
const COPIES = 3;

/** How much memory it takes to read a capture as it was sent, in bytes. */
export function bytesToRead({ bodySize }: StoredCapture): number {
  return COPIES * bodySize;
}

/** How much more it takes at most to render it. */
export function bytesToDecode(capture: StoredCapture, maxBodyBytes: number): number {
  return isCompressed(capture) ? maxBodyBytes : 0;
}

function isCompressed({ bodySize, headers }: StoredCapture): boolean {
  return bodySize > 0 && CONTENT_ENCODING.test(headers);
}
