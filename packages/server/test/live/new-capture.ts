import type { NewCapture, StoredCapture } from '../../src/capture-log/captures.ts';
import type { EventView } from '../../src/live/events.ts';
import { captureText } from '../../src/rendering/capture-text.ts';

export const renderAtOnce = (capture: StoredCapture, view: EventView): string =>
  captureText(capture, view);

export function newCapture(
  endpointId: number,
  body: string | Buffer = '',
  headers: string[] = [],
): NewCapture {
  const bytes = Buffer.from(body);
  return {
    endpointId,
    settingsVersion: 0,
    receivedAt: Date.now(),
    method: 'POST',
    target: '/wh/token',
    headers: JSON.stringify(headers),
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    body: bytes.length === 0 ? [] : [bytes],
    bodySize: bytes.length,
  };
}
