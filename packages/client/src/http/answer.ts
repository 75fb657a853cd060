import { HookwellError, lostConnectionError, retryAfterOf } from './error.ts';
import type { Limit } from './patience.ts';

/**
 * The answer to one request. Its body is read once, piece by piece as it arrives. Reading fails with a
 * HookwellError of status 0 if the connection breaks or the limit's time is up, and with the limit's reason if
 * the limit was aborted from outside.
 */
export class HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly #body: Response['body'];
  readonly #limit: Limit;
  readonly #silenceMs: number;

  /** @param silenceMs the longest silence of the service before each piece */
  constructor(response: Response, limit: Limit, silenceMs: number) {
    this.status = response.status;
    this.headers = response.headers;
    this.#body = response.body;
    this.#limit = limit;
    this.#silenceMs = silenceMs;
  }

  /** Nothing is read, and no clock runs, while the consumer is busy with a piece. */
  async *pieces(silenceMs = this.#silenceMs): AsyncGenerator<Uint8Array, void> {
    const limit = this.#limit;
    limit.relax();
    if (this.#body === null) return;
    const reader = this.#body.getReader();
    for (;;) {
      limit.expect(silenceMs);
      const { done, value } = await reader.read().catch((cause: unknown) => {
        limit.signal.throwIfAborted();
        throw lostConnectionError(cause);
      });
      limit.relax();
      if (done) return;
      yield value;
    }
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces()) pieces.push(piece);
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let position = 0;
    for (const piece of pieces) {
      whole.set(piece, position);
      position += piece.length;
    }
    return whole;
  }

  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of this.pieces()) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  }

  async json(): Promise<unknown> {
    const text = await this.text();
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new HookwellError('The answer is not JSON', { status: this.status, cause });
    }
  }

  /** The error for this answer, with the sentence of its `{"error": "<sentence>"}` if it has one. */
  async error(): Promise<HookwellError> {
    const { status } = this;
    const body = await this.json().catch(() => {
      this.#limit.signal.throwIfAborted();
    });
    const retryAfter = retryAfterOf(this.headers);
    return new HookwellError(sentenceIn(body) ?? this.#ownSentence(), { status, retryAfter });
  }

  #ownSentence(): string {
    // Redirects are never followed: they would turn a POST into a GET. Browsers hide their status.
    if (this.status !== 0 && (this.status < 300 || this.status >= 400)) {
      return `The service answered with status ${this.status}`;
    }
    return `The service has moved to ${this.headers.get('location') ?? 'another address'}`;
  }
}

function sentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : undefined;
}

/**
 * The address in the Link header with `rel="next"` (RFC 8288). Only its query is of use: behind a proxy the
 * service may know itself by another name.
 */
export function nextLinkIn(headers: Headers): URL | undefined {
  for (const [, target = '', parameters = ''] of linksIn(headers.get('link') ?? '')) {
    const relations = /;\s*rel="?([^";]*)"?/i.exec(parameters)?.[1]?.toLowerCase().split(/\s+/);
    if (relations?.includes('next')) return new URL(target, 'http://localhost');
  }
  return undefined;
}

/** Each `<target>` with its parameters, up to the next comma outside of a quoted one. */
function linksIn(header: string): Iterable<RegExpExecArray> {
  return header.matchAll(/<([^>]*)>((?:[^",]|"[^"]*")*)/g);
}
