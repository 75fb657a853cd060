import type { StoredRequest } from '../sent-request/searched-request.ts';

/** Work on many captures, the newest first. */
export interface Job {
  /**
   * Takes the next capture, step by step.
   * @param texts the text of its body, in parts
   * @returns whether its body is JSON
   */
  take(request: StoredRequest, texts: Iterable<string>): Generator<void, boolean>;
  /**
   * What came of it, as JSON text.
   * @param leftOut what was not taken, in words
   */
  end(leftOut: readonly string[]): string | undefined;
}
