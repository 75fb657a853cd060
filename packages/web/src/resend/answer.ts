/** How much of an answer's body is shown, in bytes. */
export const shownBodyBytes = 65_536;

/** What came back from the address. */
export interface ResendAnswer {
  status: number;
  statusText: string;
  /** Those that a page may read. */
  headers: [name: string, value: string][];
  /** The beginning of the body as text. */
  text: string;
  /** There is more of the body. */
  isCut: boolean;
  /** From the call to the first byte of the answer. */
  milliseconds: number;
}

/** Reads as much of an answer as is shown, and lets the rest go. Fails where the connection breaks. */
export async function readAnswer(response: Response, milliseconds: number): Promise<ResendAnswer> {
  const { bytes, isCut } = await firstBytes(response, shownBodyBytes);
  // A character that the cut went through must not look like a broken one.
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
