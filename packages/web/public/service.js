/** A failure the visitor can read about. */
export class Problem extends Error {
  /**
   * @param {string} sentence
   * @param {number} [status]
   */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

export const post = { method: 'POST' };

/**
 * Calls the service and gives the JSON it answers.
 * @param {string} address
 * @param {RequestInit} [options]
 * @throws {Problem}
 */
export async function call(address, options) {
  const response = await fetch(address, { cache: 'no-store', ...options }).catch(() => {
    throw new Problem('The server cannot be reached.');
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  const sentence = answer?.error ?? `The server answered with status ${response.status}`;
  const pause = response.headers.get('retry-after');
  throw new Problem(
    pause === null ? `${sentence}.` : `${sentence}. Try again in ${pause} s.`,
    response.status,
  );
}
