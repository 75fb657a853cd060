import { firstBytes } from '../request/body-bytes.ts';

/** So many bytes of an answer's body are shown. */
export const shownBodyBytes = 64 * 1024;

export interface ResendAnswer {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  /** The beginning of the body as text. */
  text: string;
  isCut: boolean;
  /** The time from the call to the first byte of the answer. */
  milliseconds: number;
}

/** Reads the shown part of an answer and drops the rest. Fails if the connection breaks. */
export async function readAnswer(response: Response, milliseconds: number): Promise<ResendAnswer> {
  const { bytes, isWhole } = await firstBytes(response.body, shownBodyBytes);
  // A character that is cut in two must not look like a broken one.
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  const { status, statusText } = response;
  return {
    status,
    statusText,
    headers: [...response.headers],
    text,
    isCut: !isWhole,
    milliseconds,
  };
}
