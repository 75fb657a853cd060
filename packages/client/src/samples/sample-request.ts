/** A request as a well-known sender makes it, written from the sender's public documentation. */
export interface SampleRequest {
  /** `sender:event`, in the sender's own words: `github:push`. */
  id: string;
  /** The sender's name, as it writes it. */
  sender: string;
  /** What has happened, in a few words. */
  title: string;
  method: string;
  /** Comes after the receive URL: empty, or it starts with `?`. */
  query: string;
  /** Names and values as the sender has them, without those that every HTTP client sets by itself. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Empty where the sender sends none. */
  body: string;
}

/**
 * What the signatures of the samples were made with, where a sender signs with a shared secret: code that
 * checks signatures can be tried with it. (Times in the samples are long past, so switch its age limit off.)
 */
export const sampleSecret = 'hookwell-sample-secret';

/**
 * JSON without the white space between its parts, as most senders send it. Works on the text: numbers
 * that JavaScript cannot hold keep their digits.
 */
export function compactJson(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** Names and values as `application/x-www-form-urlencoded`. */
export function formText(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
