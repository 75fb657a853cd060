import type { StreamedRequest } from '../../src/index.ts';

/** A captured request as the live stream has it. */
export function captured(parts: Partial<StreamedRequest> = {}): StreamedRequest {
  return {
    id: 7,
    endpointId: 1,
    method: 'POST',
    headers: {},
    body: '',
    queryParams: {},
    ipAddress: '203.0.113.9',
    receivedAt: '2026-03-01T12:00:00.000Z',
    ...parts,
  };
}
