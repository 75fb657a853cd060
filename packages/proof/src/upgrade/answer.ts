import { hash } from 'node:crypto';
import { type Credentials, call } from './caller.ts';

/** What the service answered to one question. */
export interface Answer {
  /** The name of the visitor who asked. */
  visitor: string;
  /** Path and query; always with the method `GET`. */
  path: string;
  status: number;
  /** Its media type. */
  type: string;
  /** The SHA-256 of its body, in hexadecimal digits. */
  hash: string;
  /** Its body as `documentOf` has it, if it is JSON. Of streams: the events, in their order. */
  document?: unknown;
}

/** Asks one question. Of a stream: what it sends of what is stored, which must be so many captures. */
export async function ask(
  url: string,
  visitor: { name: string; credentials: Credentials },
  path: string,
  streamed = 0,
): Promise<Answer> {
  const response = await call(url, visitor.credentials, 'GET', path);
  const type = response.headers.get('content-type') ?? '';
  const events = type.startsWith('text/event-stream')
    ? await firstEvents(response, streamed)
    : undefined;
  const bytes = events === undefined ? await response.bytes() : Buffer.from(events.join('\n'));
  const document =
    events !== undefined
      ? `[${events.join(',')}]`
      : type.startsWith('application/json')
        ? Buffer.from(bytes).toString()
        : undefined;
  return {
    visitor: visitor.name,
    path,
    status: response.status,
    type,
    hash: hash('sha256', bytes),
    ...(document === undefined ? {} : { document: documentOf(document) }),
  };
}

/** The JSON of so many events with captures; the stream is closed then. */
async function firstEvents({ body }: Response, count: number): Promise<string[]> {
  const decoder = new TextDecoder();
  const found: string[] = [];
  if (body === null || count === 0) return found;
  let rest = '';
  // Leaving the loop closes the stream.
  for await (const piece of body) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    found.push(
      ...parts.filter((part) => part.includes('SSEWebhookRequest')).map((part) => part.slice(6)),
    );
    if (found.length >= count) break;
  }
  return found;
}

/** Longer texts are told apart by their hashes. */
const longestText = 1000;

/**
 * A JSON text as a value that can be compared and kept: every number has the digits that it was written with, and long texts are
 * their lengths and hashes.
 */
export function documentOf(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number' && context?.source !== String(value)) {
      return `the number ${context?.source}`;
    }
    return typeof value === 'string' && value.length > longestText ? shortened(value) : value;
  });
}

function shortened(text: string): string {
  return `${text.slice(0, 40)}… ${text.length} characters with SHA-256 ${hash('sha256', text)}`;
}
