export interface FirstBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the stream has no more than these. */
  isWhole: boolean;
}

/**
 * Reads a stream up to so many bytes, and drops the rest.
 * @param keepsBroken gives what came of a stream before it broke; else its failure is thrown
 */
export async function firstBytes(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes: number,
  { keepsBroken = false } = {},
): Promise<FirstBytes> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  let isWhole = reader === undefined;
  try {
    while (reader !== undefined && size <= mostBytes) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) break;
      pieces.push(value);
      size += value.length;
    }
    if (!isWhole) await reader?.cancel();
  } catch (error) {
    if (!keepsBroken) throw error;
  }
  const bytes = joined(pieces, Math.min(size, mostBytes));
  return { bytes, isWhole: isWhole && size <= mostBytes };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let position = 0;
  for (const piece of pieces) {
    const fitting = piece.subarray(0, size - position);
    whole.set(fitting, position);
    position += fitting.length;
  }
  return whole;
}
