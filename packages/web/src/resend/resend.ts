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
  | { kind: 'failed'; sentences: string[] };

/** Sends the request and reads the answer as far as browsers allow it. */
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

/** Sends the request without asking the address for permission, and therefore without its own headers. */
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

/** Names the possible reasons of a failure. Browsers do not tell a page the reason, since it may not know it. */
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
      'The browser asks for permission with an OPTIONS request first. Without permission, the request itself was not sent. The curl command needs no permission.',
    ];
  }
  return [
    'Either nothing answers at this address, or it does not allow pages of other origins (CORS) to read its answer.',
    'In the second case the request has arrived all the same. The curl command shows the answer.',
  ];
}
