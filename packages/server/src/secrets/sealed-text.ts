import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/*
 * A sealed text is `1.FINGERPRINT.BYTES`: the version of this form, which key it was encrypted under, and in Base64 for URLs
 * the nonce, the ciphertext and the tag of AES-256-GCM. The endpoint's id is authenticated with it, so that the text of one
 * endpoint cannot stand in for that of another.
 */

/** A key and the short name by which texts say that they were encrypted under it. */
export interface SecretsKey {
  key: KeyObject;
  /** 12 characters. */
  fingerprint: string;
}

const nonceBytes = 12;
const tagBytes = 16;

export function secretsKeyOf(bytes: Uint8Array): SecretsKey {
  const key = createSecretKey(bytes);
  return { key, fingerprint: derived(key, 'fingerprint', 9).toString('base64url') };
}

export function sealText(
  { key, fingerprint }: SecretsKey,
  endpointId: number,
  text: string,
  nonce: Uint8Array = randomBytes(nonceBytes),
): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(endpointId));
  const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `1.${fingerprint}.${Buffer.concat(bytes).toString('base64url')}`;
}

/** Seals a text in place of another sealed one: the same again each time, so that an interrupted move can go on. */
export function sealTextInstead(
  secretsKey: SecretsKey,
  endpointId: number,
  text: string,
  sealedBefore: string,
): string {
  const nonce = derived(secretsKey.key, `instead of ${endpointId} ${sealedBefore}`, nonceBytes);
  return sealText(secretsKey, endpointId, text, nonce);
}

/** The fingerprint of the key that a text was encrypted under; undefined if it has another form. */
export function fingerprintOf(sealed: string): string | undefined {
  return /^1\.([\w-]{12})\./.exec(sealed)?.[1];
}

/** The text; undefined if it is not what was sealed for this endpoint. */
export function openText(
  { key }: SecretsKey,
  endpointId: number,
  sealed: string,
): string | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  if (bytes.byteLength < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(contextOf(endpointId))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function contextOf(endpointId: number): Buffer {
  return Buffer.from(`secrets of endpoint ${endpointId}`);
}

function derived(key: KeyObject, purpose: string, length: number): Buffer {
  return createHmac('sha256', key).update(`hookwell ${purpose}`).digest().subarray(0, length);
}
