import { createHash, createHmac, type KeyObject } from 'node:crypto';

/** So many bytes are hashed before the event loop handles other events: about a quarter of a millisecond. */
const sliceBytes = 256 * 1024;

/** SHA-256 of a small body, in hex. */
export function hashNow(body: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of body) hash.update(piece);
  return hash.digest('hex');
}

/** The same of a body of any size, in slices. */
export async function hashInSlices(body: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256');
  let left = sliceBytes;
  for (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const slice = piece.subarray(at, at + left);
      hash.update(slice);
      at += slice.length;
      left -= slice.length;
      if (left > 0) continue;
      await new Promise((resolve) => setImmediate(resolve));
      left = sliceBytes;
    }
  }
  return hash.digest('hex');
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
