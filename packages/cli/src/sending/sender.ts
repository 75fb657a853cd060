import * as http from 'node:http';
import * as https from 'node:https';
import { type Header, outgoingHeaders } from './outgoing-headers.ts';
import { failureSentence, isPassingFailure } from './target-failure.ts';

/** A request to be sent, with nothing that belongs to one connection. */
export interface OutgoingRequest {
  method: string;
  /** From the first slash on, and with the query. */
  path: string;
  headers: readonly Header[];
  body: Uint8Array;
}

/** What became of it. */
export interface Delivery {
  /**
   * There was no connection, and so the target has nothing of it: it can be sent again, and perhaps the target is
   * there a moment later.
   */
  isUndelivered?: boolean;
  /** Of the answer; absent where there was none. */
  status?: number;
  /** Why there was no whole answer, as the rest of a sentence: `connection refused`. */
  error?: string;
  /** The beginning of the answer's body, as far as it was asked for. */
  answer: Buffer;
  /** Until the answer was complete, or had failed. */
  milliseconds: number;
}

export interface SenderOptions {
  /** The longest time that a whole answer may take. */
  timeoutMs: number;
  /** Takes any certificate. */
  insecure?: boolean;
  /** The number of bytes of an answer's body that are kept; none if it is missing. */
  keptAnswerBytes?: number;
}

/** How long a connection is kept for the next request: shorter than any server that is known keeps it. */
const longestIdleMs = 1000;

/**
 * Sends requests as they are, over connections that are kept. Redirects are answers like any other. No
 * request is ever sent twice: whether the first one arrived cannot be known.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #plain = new http.Agent({ keepAlive: true, timeout: longestIdleMs });
  readonly #encrypted: https.Agent;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#encrypted = new https.Agent({
      keepAlive: true,
      timeout: longestIdleMs,
      rejectUnauthorized: options.insecure !== true,
    });
  }

  /** Sends it to the origin of the target. An aborted signal makes it fail like a lost connection. */
  send(target: URL, outgoing: OutgoingRequest, signal?: AbortSignal): Promise<Delivery> {
    const started = performance.now();
    const milliseconds = () => performance.now() - started;
    return new Promise((resolve) => {
      const kept = new KeptBytes(this.#options.keptAnswerBytes ?? 0);
      let status: number | undefined;
      let hasConnection = false;
      const settle = (error?: string, isPassing = false): void => {
        clearTimeout(timer);
        resolve({
          ...(error !== undefined && isPassing && !hasConnection ? { isUndelivered: true } : {}),
          ...(status === undefined ? {} : { status }),
          ...(error === undefined ? {} : { error }),
          answer: kept.bytes(),
          milliseconds: milliseconds(),
        });
      };
      const fail = (error: unknown): void => {
        settle(failureSentence(error, status !== undefined), isPassingFailure(error));
      };
      let request: http.ClientRequest;
      const timer = setTimeout(() => {
        settle(
          `no ${status === undefined ? '' : 'whole '}answer in ${this.#options.timeoutMs / 1000} s`,
          true,
        );
        request.destroy();
      }, this.#options.timeoutMs);
      try {
        request = this.#open(target, outgoing, signal);
      } catch (error) {
        return fail(error);
      }
      request.on('socket', (socket) => {
        // From then on what is written may arrive; a connection that is kept stands already.
        const begin = () => {
          hasConnection = true;
        };
        if (!socket.connecting) begin();
        else socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', begin);
      });
      request.on('error', fail);
      request.on('upgrade', (response, socket) => {
        status = response.statusCode;
        socket.destroy();
        settle();
      });
      request.on('response', (response) => {
        status = response.statusCode;
        response.on('data', (piece: Buffer) => kept.push(piece));
        response.on('error', fail);
        response.on('close', () => settle('it broke its answer off'));
        response.on('end', () => {
          settle();
          // It was answered before it was read to its end: nobody may read the rest.
          if (!request.writableFinished) request.destroy();
        });
      });
      request.on('close', () => {
        // An answer that ends with its connection is read to its end later.
        if (status === undefined) settle('it closed the connection without an answer');
      });
      request.end(outgoing.body);
    });
  }

  #open(
    target: URL,
    { method, path, headers, body }: OutgoingRequest,
    signal: AbortSignal | undefined,
  ): http.ClientRequest {
    const isEncrypted = target.protocol === 'https:';
    const { request } = isEncrypted ? https : http;
    return request({
      agent: isEncrypted ? this.#encrypted : this.#plain,
      // An address of IPv6 stands in brackets, which are no part of it.
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || (isEncrypted ? 443 : 80),
      method,
      path,
      headers: outgoingHeaders(headers, { method, host: target.host, bodySize: body.length }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#plain.destroy();
    this.#encrypted.destroy();
  }
}

/** Sends one request over a connection of its own. */
export async function sendOnce(
  target: URL,
  outgoing: OutgoingRequest,
  { signal, ...options }: SenderOptions & { signal: AbortSignal },
): Promise<Delivery> {
  const sender = new Sender(options);
  try {
    return await sender.send(target, outgoing, signal);
  } finally {
    sender.close();
  }
}

/** The first bytes of what comes, up to a number of them. */
class KeptBytes {
  readonly #pieces: Buffer[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  push(piece: Buffer): void {
    if (this.#room === 0) return;
    const kept = piece.subarray(0, this.#room);
    this.#room -= kept.length;
    this.#pieces.push(kept);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}
