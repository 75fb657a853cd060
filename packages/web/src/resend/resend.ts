import { percentEncodedBytes } from '@hookwell/client/copying';
import { type ResendAnswer, readAnswer } from './answer.ts';
import type { Captured } from './captured.ts';
import { blindInit, needsPreflight, resendInit } from './sent-request.ts';
import { isMixedContent } from './target-address.ts';

/** The outcome of sending a request again. */
export type Resending =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'answered'; answer: ResendAnswer }
  /** The address answered with a redirect. Browsers tell a page nothing else about it. */
  | { kind: 'redirected' }
  /** The request was sent without asking for permission. Its answer stays hidden. */
  | { kind: 'hidden'; milliseconds: number }
  | { kind: 'stopped' }
  | { kind: 'failed'; failure: Failure };

export interface Failure {
  sentences: string[];
  /** Something answers at the address, and does not allow pages of other origins. */
  isNotAllowed: boolean;
}

/** Sends the request and reads the answer as far as browsers allow it. They send no bytes past ASCII in an address. */
export async function resend(
  captured: Captured,
  url: string,
  signal: AbortSignal,
): Promise<Resending> {
  const started = performance.now();
  try {
    const response = await fetch(percentEncodedBytes(url), resendInit(captured, signal));
    const milliseconds = performance.now() - started;
    if (response.type === 'opaqueredirect') return { kind: 'redirected' };
    return { kind: 'answered', answer: await readAnswer(response, milliseconds) };
  } catch {
    const isThere = !signal.aborted && (await doesAnswer(url, signal));
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', failure: failureOf(captured, url, location.protocol, isThere) };
  }
}

/** Sends the request without asking the address for permission, and therefore without its own headers. */
export async function resendBlindly(
  captured: Captured,
  url: string,
  signal: AbortSignal,
): Promise<Resending> {
  const started = performance.now();
  try {
    await fetch(percentEncodedBytes(url), blindInit(captured, signal));
    return { kind: 'hidden', milliseconds: performance.now() - started };
  } catch {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', failure: nothingThere };
  }
}

const nothingThere: Failure = {
  sentences: ['Nothing answers at this URL. Is the program running there?'],
  isNotAllowed: false,
};

/** Whether there is any answer. What it is stays hidden from a page of another origin. */
async function doesAnswer(url: string, signal: AbortSignal): Promise<boolean> {
  const init = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal } as const;
  return await fetch(new URL('/', url), init).then(
    () => true,
    () => false,
  );
}

/**
 * Tells why no answer could be read. Browsers do not tell a page the reason, so whether anything answers at the address has to be
 * tried.
 */
export function failureOf(
  captured: Pick<Captured, 'method' | 'headers'>,
  url: string,
  pageProtocol: string,
  isThere: boolean,
): Failure {
  if (isMixedContent(url, pageProtocol)) {
    const sentence =
      'Browsers do not let a page on https send to a URL on http. Use the curl command.';
    return { sentences: [sentence], isNotAllowed: false };
  }
  if (!isThere) return nothingThere;
  const sentences = [
    'Something answers at this URL, but it does not allow pages of other origins (CORS).',
    needsPreflight(captured)
      ? 'The browser asked for permission with an OPTIONS request first. Without permission, the request itself was not sent.'
      : 'The request itself has most likely arrived. Its answer stays hidden.',
  ];
  return { sentences, isNotAllowed: true };
}
