/** A request as a well-known sender makes it, written from the sender's public documentation. */
export interface SampleRequest {
  /** `sender:event`, in the sender's own words: `github:push`. */
  id: string;
  /** The sender's name, as it writes it. */
  sender: string;
  /** The event, in a few words. */
  title: string;
  method: string;
  /** The query after the receive URL: empty, or with a `?` at its start. */
  query: string;
  /** The headers in the sender's spelling, without those that every HTTP client sets by itself. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The body; empty if the sender sends none. */
  body: string;
}

/**
 * The secret of the signatures in samples of senders that sign with a shared secret. Code that checks signatures
 * can be tried with it. (Times in the samples are long past, so switch off its age limit.)
 */
export const sampleSecret = 'hookwell-sample-secret';

/** Names and values as `application/x-www-form-urlencoded`. */
export function formText(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
