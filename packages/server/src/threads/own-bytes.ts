/** The bytes in a buffer of their own: as they are if they have one, else as a copy. */
export function ownBytes(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return new Uint8Array(isWhole ? buffer : bytes);
}
