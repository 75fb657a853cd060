import { createHmac, hash, type KeyObject } from 'node:crypto';

/** SHA-256 of a small body, in hex. */
export function hashNow(body: readonly Uint8Array[]): string {
  const [only = new Uint8Array()] = body;
  // In one call this takes a third of the time of a hash that is made, updated and ended.
  return hash('sha256', body.length > 1 ? Buffer.concat(body) : only, 'hex');
}

const deliveryBytes = 16;

/**
 * The name of a delivery as it is stored and shown: 22 characters of Base64 for addresses.
 * @param text the same for all attempts of the delivery
 * @param countedSince part of the name, so that a delivery has another one once counting begins anew
 */
export function deliveryName(key: KeyObject, countedSince: number, text: string): string {
  const digest = createHmac('sha256', key).update(`${countedSince}\n${text}`).digest();
  return digest.subarray(0, deliveryBytes).toString('base64url');
}

/** The hash of the sender's own id, in hex. It stays the same when counting begins anew. */
export function hashOfId(key: KeyObject, id: string): string {
  return createHmac('sha256', key).update(`id\n${id}`).digest('hex');
}
