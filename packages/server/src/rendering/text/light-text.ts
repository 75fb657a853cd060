import type { StoredCapture } from '../../capture-log/captures.ts';
import { type CaptureView, captureText } from './capture-text.ts';
import { isHeavy } from './heavy-captures.ts';

/** The text of a small capture; undefined if it is large or compressed. */
export function lightText(capture: StoredCapture, view: CaptureView): string | undefined {
  return isHeavy(capture, view) ? undefined : captureText(capture, view);
}
