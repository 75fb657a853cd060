import { gunzipSync } from 'node:zlib';
import type { MatchableRequest } from '../../src/match/index.ts';
import type { Payload } from './payloads.ts';

/** The time at which all tests evaluate. */
export const now = Date.parse('2026-11-22T12:00:00.000Z');

/** A payload as a host has it before the body is read. */
export function matchable(
  payload: Payload,
  more: Partial<MatchableRequest> = {},
): MatchableRequest {
  const { method, path, query, headers, body } = payload;
  const [mediaType = ''] = (headerOf(payload, 'content-type') ?? '').split(';');
  return {
    method,
    path,
    query,
    headers,
    ipAddress: '203.0.113.7',
    id: 12,
    receivedAt: now - 60_000,
    bodySize: body.length,
    mediaType: mediaType.trim().toLowerCase(),
    ...more,
  };
}

/** The text of a payload's body, decompressed and decoded. */
export function bodyText(payload: Payload): string {
  const isGzip = headerOf(payload, 'content-encoding') === 'gzip';
  const charset = /charset=([\w-]+)/i.exec(headerOf(payload, 'content-type') ?? '')?.[1];
  const decoder = new TextDecoder(charset ?? 'utf-8', { ignoreBOM: true });
  return decoder.decode(isGzip ? gunzipSync(payload.body) : payload.body);
}

function headerOf({ headers }: Payload, lower: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === lower)?.[1];
}

/** A request for tests of single fields. */
export function requestWith(more: Partial<MatchableRequest> = {}): MatchableRequest {
  return {
    method: 'POST',
    path: '/orders',
    query: '',
    headers: [],
    ipAddress: '203.0.113.7',
    id: 12,
    receivedAt: now - 60_000,
    bodySize: 0,
    mediaType: '',
    ...more,
  };
}
