import { percentEncodedBytes } from '@hookwell/client/copying';
import { firstBytes } from '../request/body-bytes.ts';
import { isLoopback } from '../service/client.ts';
import type { Captured } from './captured.ts';
import { blindInit, needsPreflight, resendInit } from './sent-request.ts';

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
  | { kind: 'failed'; failure: ResendFailure };

interface ResendFailure {
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

const nothingThere: ResendFailure = {
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
): ResendFailure {
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

export type TargetAddress =
  /** `url` has the path and query as they were captured, byte for byte, although browsers may write them in another way. */
  { kind: 'address'; url: string } | { kind: 'empty' } | { kind: 'problem'; sentence: string };

/**
 * The address to send a request to again. Without a scheme it means http on this machine or in its network, and https
 * elsewhere; a port alone means this machine. The address gets the path and query of the request: the path
 * follows the typed path, and the captured query follows the typed query.
 */
export function targetAddress(typed: string, suffix: string): TargetAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) && !/^https?:\/\//i.test(text)) {
    return problem('Begin with http:// or https://.');
  }
  const base = URL.parse(withScheme(text));
  if (base === null) return problem('This is not a URL yet: http://localhost:3000/hook.');
  if (base.username !== '' || base.password !== '') {
    return problem('Browsers refuse a name and password in the URL. Leave them out.');
  }
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(suffix) ?? [];
  const joinedPath = path === '' ? base.pathname : base.pathname.replace(/\/$/, '') + path;
  const queries = [base.search.slice(1), query].filter((each) => each !== '');
  const joinedQuery = queries.length === 0 ? '' : `?${queries.join('&')}`;
  const url = `${base.origin}${joinedPath}${joinedQuery}`;
  if (!isAtOrBelow(new URL(url).pathname, base.pathname)) {
    return problem('The “..” of the captured path leads out of this URL. Leave the path out.');
  }
  return { kind: 'address', url };
}

/** `3000`, `:3000/hook`, `localhost:3000` and `hooks.example.org` as whole addresses. */
function withScheme(text: string): string {
  if (/^https?:\/\//i.test(text)) return text;
  if (/^:?\d{1,5}(?=[/?#]|$)/.test(text)) return `http://localhost:${text.replace(/^:/, '')}`;
  const [, host = ''] = /^([^/?#]*)/.exec(text) ?? [];
  const name = host.replace(/:\d*$/, '');
  const isNear = !name.includes('.') || /^[\d.]+$|\.(local|localhost|test|internal)$/i.test(name);
  return `${isNear ? 'http' : 'https'}://${text}`;
}

/** Whether a path is the typed one or below it. Both are as browsers send them, without `..`. */
function isAtOrBelow(path: string, typed: string): boolean {
  return path === typed || path.startsWith(`${typed.replace(/\/$/, '')}/`);
}

function problem(sentence: string): TargetAddress {
  return { kind: 'problem', sentence };
}

/** Whether browsers refuse to send there, since the page is on https and the address is on http on another machine. */
export function isMixedContent(url: string, pageProtocol: string): boolean {
  const { protocol, hostname } = new URL(url);
  return pageProtocol === 'https:' && protocol === 'http:' && !isLoopback(hostname);
}
