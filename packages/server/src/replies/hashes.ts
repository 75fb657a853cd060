import { hash, randomBytes } from 'node:crypto';
import type { KeyedHash } from '@hookwell/core/signatures/verify';

/** SHA-256 of a small body, in hex. */
export function hashNow(body: readonly Uint8Array[]): string {
  const [only = new Uint8Array()] = body;
  // In one call this takes half of the time of a hash that is made, updated and ended.
  return hash('sha256', body.length > 1 ? Buffer.concat(body) : only, 'hex');
}

/** The digits of Base64 for addresses. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const deliveryBytes = 16;
/** The digits before the last one, which stands for two bits alone. */
const wholeDigits = 21;

/**
 * The name of a delivery as it is stored and shown: 22 characters of Base64 for addresses.
 * @param text the same for all attempts of the delivery
 * @param countedSince part of the name, so that a delivery has another one once counting begins anew
 */
export function deliveryName(key: KeyedHash, countedSince: number, text: string): string {
  const digest = key.digest([`${countedSince}\n${text}`], 'base64url');
  const last = digits.indexOf(digest.charAt(wholeDigits)) & 0b110000;
  return digest.slice(0, wholeDigits) + digits.charAt(last);
}

/** The name of a delivery that no other capture belongs to. */
export function ownDeliveryName(): string {
  return randomBytes(deliveryBytes).toString('base64url');
}

/** The hash of the sender's own id, in hex. It stays the same when counting begins anew. */
export function hashOfId(key: KeyedHash, id: string): string {
  return key.digest([`id\n${id}`], 'hex');
}
