/** So many bytes of an answer's body are shown. */
export const shownBodyBytes = 64 * 1024;

/** The answer of the address. */
export interface ResendAnswer {
  status: number;
  statusText: string;
  /** The headers that a page may read. */
  headers: [name: string, value: string][];
  /** The beginning of the body as text. */
  text: string;
  /** Whether the body goes on. */
  isCut: boolean;
  /** The time from the call to the first byte of the answer. */
  milliseconds: number;
}

/** Reads the shown part of an answer and drops the rest. Fails if the connection breaks. */
export async function readAnswer(response: Response, milliseconds: number): Promise<ResendAnswer> {
  const { bytes, isCut } = await firstBytes(response, shownBodyBytes);
  // A character that is cut in two must not look like a broken one.
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  const { status, statusText } = response;
  return { status, statusText, headers: [...response.headers], text, isCut, milliseconds };
}

async function firstBytes(
  response: Response,
  limit: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const bytes = new Uint8Array(limit);
  const reader = response.body?.getReader();
  let length = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    const fitting = value.subarray(0, limit - length);
    bytes.set(fitting, length);
    length += fitting.length;
    if (fitting.length < value.length) {
      void reader.cancel();
      return { bytes, isCut: true };
    }
  }
  return { bytes: bytes.subarray(0, length), isCut: false };
}
