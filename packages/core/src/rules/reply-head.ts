import { renderedHeaders } from './reply-headers.ts';
import type { Reply } from './settings.ts';
import type { Step } from './step.ts';
import type { Template } from './template.ts';

type Values = ReadonlyMap<string, string>;

/** The status and the headers of an answer, as far as settings say them. */
export interface ReplyHead {
  status: number;
  /** Names as written. */
  headers: readonly (readonly [name: string, value: string])[];
}

/**
 * The head of the answer that a step gives: with a Content-Type if there is a body, and the Retry-After of the step
 * in place of that of the reply.
 * @param values of the fields in headers, by their printed names
 */
export function headOf(reply: Reply, step: Step, values: Values = noValues): ReplyHead {
  const retryAfter = step.kind === 'status' ? step.retryAfter : undefined;
  const own = renderedHeaders(reply.headers, values);
  const headers =
    retryAfter === undefined
      ? own
      : [
          ...own.filter(([name]) => name.toLowerCase() !== 'retry-after'),
          ['Retry-After', String(retryAfter)] as const,
        ];
  if (reply.body !== undefined && headerOf({ headers }, 'content-type') === undefined) {
    headers.push(['Content-Type', defaultContentType(reply.body)]);
  }
  return { status: step.kind === 'status' ? step.status : reply.status, headers };
}

/** The milliseconds from the commit to the answer, or to the fault. A timeout begins at the commit. */
export function delayOfStep(reply: Reply, step: Step): number {
  if (step.kind === 'timeout') return 0;
  return (step.kind === 'status' ? step.delayMs : undefined) ?? reply.delayMs;
}

const noValues: Values = new Map();

/**
 * The Retry-After of the answer in seconds; `undefined` if it has none, or a date, or one that is told by what is known
 * after the commit alone, or if no head is sent.
 */
export function retryAfterOf(reply: Reply, step: Step, values: Values): number | undefined {
  if (step.kind === 'timeout' || step.kind === 'reset') return undefined;
  if (step.kind === 'status' && step.retryAfter !== undefined) return step.retryAfter;
  const header = retryAfterHeader(reply);
  if (header === undefined || isOfStored(header[1])) return undefined;
  return secondsOf(renderedHeaders([header], values)[0]?.[1]);
}

/** Replies are plain data; what was found in the headers of each is kept as long as it is. */
const found = new WeakMap<Reply, { header: Reply['headers'][number] | undefined }>();

function retryAfterHeader(reply: Reply): Reply['headers'][number] | undefined {
  let own = found.get(reply);
  if (own === undefined) {
    own = { header: reply.headers.find(([name]) => name.toLowerCase() === 'retry-after') };
    found.set(reply, own);
  }
  return own.header;
}

/** Whether a value names a field that the commit tells. */
function isOfStored(value: string | Template): boolean {
  const names = ['id', 'attempt', 'answer', 'delivery'];
  return (
    typeof value !== 'string' &&
    value.parts.some((part) => typeof part !== 'string' && names.includes(part.field.name))
  );
}

/** The seconds of a Retry-After header; `undefined` if it is none, or a date. */
export function secondsOf(header: string | undefined): number | undefined {
  // RFC 9110, section 10.2.3. Numbers that are not exact are no seconds that anybody waits.
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** The media type of the body, in lower case, without parameters. */
export function mediaTypeOf(reply: Reply, values: Values): string {
  const own = reply.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  const contentType =
    renderedHeaders(own, values)[0]?.[1] ??
    (reply.body === undefined ? '' : defaultContentType(reply.body));
  const [mediaType = ''] = contentType.split(';');
  return mediaType.trim().toLowerCase();
}

export function headerOf(
  { headers }: Pick<ReplyHead, 'headers'>,
  lower: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === lower)?.[1];
}

function defaultContentType(body: Reply['body']): string {
  return body instanceof Uint8Array ? contentTypes.bytes : contentTypes.text;
}

/** The Content-Types of bodies whose headers name none. */
export const contentTypes = {
  bytes: 'application/octet-stream',
  text: 'text/plain; charset=utf-8',
} as const;
