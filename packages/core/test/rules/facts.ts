import type { Facts } from '../../src/rules/index.ts';

export const receivedAt = Date.parse('2026-11-22T12:00:00.000Z');

/** A request as it is known at the door. */
export function factsWith(
  more: Partial<Facts['request']> & {
    text?: string;
    isWhole?: boolean;
    doorHeaders?: Facts['doorHeaders'];
    bodyHash?: string;
  } = {},
): Facts {
  const { text = '', isWhole = true, doorHeaders, bodyHash = 'hash', ...request } = more;
  const headers = request.headers ?? [];
  return {
    request: {
      method: 'POST',
      path: '/orders',
      query: '',
      headers,
      ipAddress: '203.0.113.7',
      receivedAt,
      bodySize: text.length,
      mediaType: '',
      ...request,
    },
    doorHeaders: doorHeaders ?? headers,
    body: { text, isWhole },
    bodyHash,
  };
}
