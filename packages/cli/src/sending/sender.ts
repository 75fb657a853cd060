import * as http from 'node:http';
import * as https from 'node:https';
import { type Header, methodForNode, outgoingHeaders, writeMethod } from './outgoing-headers.ts';
import { failureSentence, isPassingFailure } from './target-failure.ts';

/** A request to be sent, without the parts that belong to one connection. */
export interface OutgoingRequest {
  method: string;
  /** Path and query, from the first slash on. Here and in headers each character stands for one byte (latin1). */
  path: string;
  headers: readonly Header[];
  body: Uint8Array;
}

/** The outcome of one attempt to send a request. */
export interface Delivery {
  /**
   * There was no connection, and so the target has received nothing: the request can be sent again, and the
   * target may be there a moment later.
   */
  isUndelivered?: boolean;
  /** The status of the answer; absent if there was none. */
  status?: number;
  /** The headers of the answer, by their names in lower case, if `keepsHeaders` says so. */
  headers?: http.IncomingHttpHeaders;
  /** Their names and values in turn, as they were sent, and those of its trailers. */
  rawHeaders?: readonly string[];
  rawTrailers?: readonly string[];
  /** The reason that there was no whole answer, as the rest of a sentence: `connection refused`. */
  error?: string;
  /** The beginning of the answer's body, up to `keptAnswerBytes`. */
  answer: Buffer;
  /** The time until the answer was complete, or had failed. */
  milliseconds: number;
}

export interface SenderOptions {
  /** The longest time that a whole answer may take. */
  timeoutMs: number;
  /** Accepts any certificate. */
  insecure?: boolean;
  /** The number of bytes of an answer's body that are kept; none if it is missing. */
  keptAnswerBytes?: number;
  /** Keeps the headers of an answer. */
  keepsHeaders?: boolean;
}

/** The conduct of one sending, where it is not that of all. */
export interface SendOptions extends Partial<Pick<SenderOptions, 'timeoutMs'>> {
  /** Once aborted it makes the sending fail like a lost connection. */
  signal?: AbortSignal | undefined;
}

/** A connection is kept this long for the next request: shorter than any known server keeps it. */
const longestIdleMs = 1000;

/**
 * Sends requests unchanged, over connections that are kept. Redirects are answers like any other. No request
 * is ever sent twice, since the arrival of the first one cannot be known.
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
      // A target that speaks only HTTP/2 then says so in the handshake.
      ALPNProtocols: ['http/1.1'],
    });
  }

  /** Sends it to the origin of the target. */
  send(
    target: URL,
    outgoing: OutgoingRequest,
    { signal, timeoutMs = this.#options.timeoutMs }: SendOptions = {},
  ): Promise<Delivery> {
    const started = performance.now();
    const milliseconds = () => performance.now() - started;
    return new Promise((resolve) => {
      const kept = new KeptBytes(this.#options.keptAnswerBytes ?? 0);
      let status: number | undefined;
      let response: http.IncomingMessage | undefined;
      let hasConnection = false;
      const settle = (error?: string, isPassing = false): void => {
        clearTimeout(timer);
        resolve({
          ...(error !== undefined && isPassing && !hasConnection ? { isUndelivered: true } : {}),
          ...(status === undefined ? {} : { status }),
          ...(this.#options.keepsHeaders && response !== undefined ? headersOf(response) : {}),
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
        settle(`no ${status === undefined ? '' : 'whole '}answer in ${timeoutMs / 1000} s`, true);
        request.destroy();
      }, timeoutMs);
      try {
        request = this.#open(target, outgoing, signal);
      } catch (error) {
        return fail(error);
      }
      request.on('socket', (socket) => {
        // From then on written bytes may arrive. A kept connection stands already.
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
      request.on('response', (begun) => {
        response = begun;
        status = response.statusCode;
        response.on('data', (piece: Buffer) => kept.push(piece));
        response.on('error', fail);
        response.on('close', () => settle('it broke its answer off'));
        response.on('end', () => {
          settle();
          // The target answered before it had read everything, and may never read the rest.
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
    const { request: open } = isEncrypted ? https : http;
    const forNode = methodForNode(method);
    const request = open({
      agent: isEncrypted ? this.#encrypted : this.#plain,
      // The brackets around an IPv6 address are not part of it.
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || (isEncrypted ? 443 : 80),
      method: forNode,
      path,
      headers: outgoingHeaders(headers, {
        ...{ method: forNode, host: target.host, bodySize: body.length },
      }),
      ...(signal === undefined ? {} : { signal }),
    });
    writeMethod(request, method);
    return request;
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#plain.destroy();
    this.#encrypted.destroy();
  }
}

/** The trailers are there once the answer has ended. */
function headersOf({ headers, rawHeaders, rawTrailers }: http.IncomingMessage) {
  return { headers, rawHeaders, rawTrailers };
}

/** Sends one request over a connection of its own. */
export async function sendOnce(
  target: URL,
  outgoing: OutgoingRequest,
  { signal, ...options }: SenderOptions & { signal: AbortSignal },
): Promise<Delivery> {
  const sender = new Sender(options);
  try {
    return await sender.send(target, outgoing, { signal });
  } finally {
    sender.close();
  }
}

/** The first bytes of an answer, up to a number of them. */
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
