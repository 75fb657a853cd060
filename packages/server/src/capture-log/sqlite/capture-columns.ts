import type { CaptureFields } from '../captures.ts';

/**
 * The fields of captures on their way between the event loop and a database thread: of each field an array,
 * with one value a capture. To pack 64 captures of 1 KB, hand them over and read them takes 32 µs in this form,
 * 30 µs in one flat array without names, and 66 µs as one object a capture.
 */
export type CaptureColumns = { [Field in keyof CaptureFields]: CaptureFields[Field][] };

export function emptyColumns(): CaptureColumns {
  return {
    endpointId: [],
    receivedAt: [],
    method: [],
    target: [],
    headers: [],
    droppedHeaders: [],
    ipAddress: [],
    bodySize: [],
  };
}

/** Appends a capture. Arrays that `map` makes count as having holes, and take twice as long to hand over. */
export function addCapture(columns: CaptureColumns, capture: CaptureFields): void {
  columns.endpointId.push(capture.endpointId);
  columns.receivedAt.push(capture.receivedAt);
  columns.method.push(capture.method);
  columns.target.push(capture.target);
  columns.headers.push(capture.headers);
  columns.droppedHeaders.push(capture.droppedHeaders);
  columns.ipAddress.push(capture.ipAddress);
  columns.bodySize.push(capture.bodySize);
}

export function capturesIn(columns: CaptureColumns): CaptureFields[] {
  return columns.endpointId.map((endpointId, index) => ({
    endpointId,
    receivedAt: columns.receivedAt[index] ?? 0,
    method: columns.method[index] ?? '',
    target: columns.target[index] ?? '',
    headers: columns.headers[index] ?? '',
    droppedHeaders: columns.droppedHeaders[index] ?? 0,
    ipAddress: columns.ipAddress[index] ?? '',
    bodySize: columns.bodySize[index] ?? 0,
  }));
}
