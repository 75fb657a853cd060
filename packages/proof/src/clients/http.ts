import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** A whole answer. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * `unreached`: no connection was made, so that nothing was asked. `unknown`: no whole answer; what was asked for may have happened, or
 * may happen later.
 */
export type Called = Answer | 'unreached' | 'unknown';

export interface CallOptions {
  method: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The body is sent in pieces, without its length before. */
  inPieces?: boolean;
  /** It counts as unknown after this time. */
  withinMs?: number;
}

/** No call takes longer. */
export const patienceMs = 10_000;

/** The connections of all clients of a world: calls share them, streams have their own. */
export class Connections implements Disposable {
  readonly #agent = new Agent({ keepAlive: true });

  /** Makes one call, once. Never rejects. */
  call(url: string, options: CallOptions): Promise<Called> {
    const { method, headers = {}, body, inPieces = false, withinMs = patienceMs } = options;
    return new Promise((resolve) => {
      const framing = body === undefined ? {} : inPieces ? chunked : lengthOf(body);
      const all = { ...headers, ...framing };
      const sent = request(url, { method, headers: all, agent: this.#agent });
      const settle = (called: Called): void => {
        clearTimeout(timer);
        resolve(called);
      };
      const timer = setTimeout(() => {
        settle('unknown');
        sent.destroy();
      }, withinMs);
      sent.on('error', (error) => settle(isUnreached(error) ? 'unreached' : 'unknown'));
      sent.on('response', (response) => readWhole(response, settle));
      if (inPieces && body !== undefined) writeInPieces(sent, body);
      else sent.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

const chunked = { 'transfer-encoding': 'chunked' };

function lengthOf(body: string | Buffer): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(body)) };
}

function writeInPieces(sent: ReturnType<typeof request>, body: string | Buffer): void {
  const bytes = Buffer.from(body);
  const half = bytes.length >> 1;
  sent.write(bytes.subarray(0, half));
  sent.end(bytes.subarray(half));
}

function readWhole(response: IncomingMessage, settle: (called: Called) => void): void {
  const pieces: Buffer[] = [];
  response.on('data', (piece: Buffer) => pieces.push(piece));
  response.on('error', () => settle('unknown'));
  response.on('close', () => {
    const { statusCode: status = 0, headers } = response;
    settle(response.complete ? { status, headers, body: Buffer.concat(pieces) } : 'unknown');
  });
}

/** Whether nobody listened at the address: not a byte was sent. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** What an API call did. */
export function isAnswer(called: Called): called is Answer {
  return typeof called !== 'string';
}
