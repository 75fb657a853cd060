import { type ResendAnswer, readAnswer } from './answer.ts';
import type { Captured } from './captured.ts';
import { blindInit, needsPreflight, resendInit } from './sent-request.ts';
import { isMixedContent } from './target-address.ts';

/** What became of a request that was sent again. */
export type Resending =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'answered'; answer: ResendAnswer }
  /** The address answered with a redirect, of which browsers show a page nothing. */
  | { kind: 'redirected' }
  /** Sent without asking for permission: there is an answer, and it stays hidden. */
  | { kind: 'hidden'; milliseconds: number }
  | { kind: 'stopped' }
  | { kind: 'failed'; sentences: string[] };

/** Sends the request and reads the answer, as far as the browser lets a page do that. */
export async function resend(
  captured: Captured,
  url: string,
  signal: AbortSignal,
): Promise<Resending> {
  const started = performance.now();
  try {
    const response = await fetch(url, resendInit(captured, signal));
    const milliseconds = performance.now() - started;
    if (response.type === 'opaqueredirect') return { kind: 'redirected' };
    return { kind: 'answered', answer: await readAnswer(response, milliseconds) };
  } catch {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', sentences: failureSentences(captured, url, location.protocol) };
  }
}

/** Sends the request without asking the address for permission, and so without its own headers. */
export async function resendBlindly(
  captured: Captured,
  url: string,
  signal: AbortSignal,
): Promise<Resending> {
  const started = performance.now();
  try {
    await fetch(url, blindInit(captured, signal));
    return { kind: 'hidden', milliseconds: performance.now() - started };
  } catch {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', sentences: ['Nothing answered at this address.'] };
  }
}

/** What may be behind a failure. Browsers do not tell a page why: that could give away what it may not read. */
export function failureSentences(
  captured: Pick<Captured, 'method' | 'headers'>,
  url: string,
  pageProtocol: string,
): string[] {
  if (isMixedContent(url, pageProtocol)) {
    return [
      'Browsers do not let a page on https send to an address on http. Use the curl command.',
    ];
  }
  if (needsPreflight(captured)) {
    return [
      'Either nothing answers at this address, or it does not allow pages of other origins (CORS).',
      'The browser asks for that with an OPTIONS request first; without a yes, the request itself was not sent. The curl command asks nobody.',
    ];
  }
  return [
    'Either nothing answers at this address, or it does not allow pages of other origins (CORS) to read its answer.',
    'In the second case the request has arrived all the same. The curl command shows the answer.',
  ];
}
