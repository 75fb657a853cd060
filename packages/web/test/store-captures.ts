import type { TestServer } from '../../server/test/start-server.ts';

/** A capture to store: a POST of text, unless it says otherwise. */
export interface StoredCapture {
  /** The path and query behind the token. */
  path?: string;
  body?: string;
  /** Milliseconds since 1970. */
  receivedAt?: number;
}

/**
 * Stores captures in this order, faster than over HTTP. Those that name no time are a second apart, the last one now.
 * @returns their ids
 */
export async function storeCaptures(
  { store }: Pick<TestServer, 'store'>,
  { id: endpointId, token }: { id: number; token: string },
  captures: readonly StoredCapture[],
): Promise<number[]> {
  const now = Date.now();
  const stored = await Promise.all(
    captures.map(({ path = '', body = 'body', receivedAt }, index) => {
      const bytes = Buffer.from(body);
      return store.captures.append({
        endpointId,
        settingsVersion: 0,
        receivedAt: receivedAt ?? now - (captures.length - 1 - index) * 1000,
        method: 'POST',
        target: `/wh/${token}${path}`,
        headers: JSON.stringify(['Content-Type', 'application/json', 'User-Agent', 'sender/1.0']),
        droppedHeaders: 0,
        ipAddress: '192.0.2.1',
        body: [bytes],
        bodySize: bytes.length,
      });
    }),
  );
  return stored.map((appended) => appended?.id ?? 0);
}
