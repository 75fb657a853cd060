import type { StoredCapture } from '../../src/capture-log/captures.ts';

/** A capture as the log gives it back: a request with this body and these headers. */
export function storedCapture(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  rest: Partial<StoredCapture> = {},
): StoredCapture {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    id: 7,
    endpointId: 3,
    receivedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    method: 'POST',
    target: '/wh/token',
    headers: JSON.stringify(Object.entries(headers).flat()),
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    bodySize: bytes.length,
    body: bytes,
    ...rest,
  };
}

export const json = { 'Content-Type': 'application/json' };
export const xml = { 'Content-Type': 'application/xml' };
export const text = { 'Content-Type': 'text/plain' };
