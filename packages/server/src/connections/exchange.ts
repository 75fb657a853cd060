import type { Socket } from 'node:net';
import { headOf, headText } from './answer-text.ts';
import type { Fault, RequestHead } from './request-head.ts';

/** Gets the body of a request. */
export interface BodyReader {
  came(piece: Buffer): void;
  /** The body is whole. */
  ended(): void;
  /** The rest never comes: its sender has gone, or it is not read. */
  failed(): void;
}

/** The connection of an exchange, as far as requests and answers need it (`connection.ts`). */
export interface Carrier {
  readonly socket: Socket;
  readonly mayRead: boolean;
  resume(): void;
  makeLast(response: HttpResponse): void;
  endWith(response: HttpResponse): void;
  linger(longestMs: number, lastBytes?: string): void;
  leave(response: HttpResponse): boolean;
  isMadeByApi(response: HttpResponse): void;
  sent(response: HttpResponse): void;
}

const noBytes = Buffer.alloc(0);

/** A request whose head is whole. */
export class HttpRequest {
  readonly connection: Carrier;
  readonly method: string;
  readonly url: string;
  readonly httpVersion: '1.0' | '1.1';
  readonly rawHeaders: readonly string[];
  readonly head: RequestHead;
  /** Whether all of its body has come. */
  complete = false;
  /** Why the rest of it is not read; undefined if its sender went away. */
  fault: Fault | undefined;
  #reader: BodyReader | undefined;
  /** A body that came along with its head, until it is read. */
  #whole: Buffer | undefined;

  constructor(connection: Carrier, head: RequestHead) {
    this.connection = connection;
    this.head = head;
    this.method = head.method;
    this.url = head.url;
    this.httpVersion = head.httpVersion;
    this.rawHeaders = head.rawHeaders;
  }

  get headers(): Record<string, string | undefined> {
    return this.head.headers;
  }

  get socket(): Socket {
    return this.connection.socket;
  }

  /** Has the body read, from its first byte. What is not read is thrown away. To be called before anything else is awaited. */
  read(reader: BodyReader): void {
    const whole = this.#whole;
    if (!this.complete) this.#reader = reader;
    else {
      this.#whole = undefined;
      if (whole !== undefined) reader.came(whole);
      reader.ended();
    }
  }

  /** The body, if it came along with its head and has no more bytes than this: then it need not be read. */
  takeWhole(mostBytes: number): Buffer | undefined {
    const whole = this.#whole ?? noBytes;
    if (!this.complete || whole.length > mostBytes) return undefined;
    this.#whole = undefined;
    return whole;
  }

  /** Nothing more of the body is read for now. Some that has arrived may still come. */
  pause(): void {
    if (!this.complete) this.socket.pause();
  }

  resume(): void {
    if (!this.complete) this.connection.resume();
  }

  /** For the connection: all of the body came along with the head. */
  wholeCame(body: Buffer | undefined): void {
    this.complete = true;
    this.#whole = body;
  }

  /** For the connection. */
  came(piece: Buffer): void {
    this.#reader?.came(piece);
  }

  /** For the connection. */
  ended(): void {
    this.complete = true;
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.ended();
  }

  /** For the connection. */
  failed(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.failed();
  }
}

/** An answer that Node makes, in place of the one here (`api-exchange.ts`). */
export interface OtherAnswer {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  shouldKeepAlive: boolean;
  begin(socket: Socket): void;
  drained(): void;
  lost(): void;
}

/** More than this is not copied to join it with its head. */
const mostJoinedBytes = 16 * 1024;

/**
 * The answer to a request. The answers of a connection are sent in the order of its requests: what is written before its turn waits.
 */
export class HttpResponse {
  readonly req: HttpRequest;
  /** The connection's socket while it is this answer's turn. */
  socket: Socket | null = null;
  shouldKeepAlive: boolean;
  /** Whether all of it was written, and whether the system has taken it. */
  writableEnded = false;
  writableFinished = false;
  /** The memory that its request takes while it waits behind others, as the connection counted it. */
  countedBytes = 0;
  #headersSent = false;
  #held: (string | Uint8Array)[] | undefined;
  #onTurn: (() => void)[] | undefined;
  #onSent: (() => void)[] | undefined;
  #other: OtherAnswer | undefined;
  #isCutOff = false;

  constructor(req: HttpRequest) {
    this.req = req;
    this.shouldKeepAlive = req.head.keepsAlive;
  }

  get headersSent(): boolean {
    return this.#other?.headersSent ?? this.#headersSent;
  }

  /** Whether Node makes it. */
  get isHandedOver(): boolean {
    return this.#other !== undefined;
  }

  /** Whether all of it was written. */
  get hasEnded(): boolean {
    return this.#other?.writableEnded ?? this.writableEnded;
  }

  /**
   * The whole answer.
   * @param headers names and values in turn, without those about the connection
   * @param body a text of ASCII, or bytes; it is left out where the request was a HEAD
   */
  answer(status: number, headers: readonly string[], body: string | Uint8Array = ''): void {
    if (this.#isCutOff) return;
    this.begin(status, headers, body);
    this.writableEnded = true;
    if (this.socket !== null) this.#allWritten(this.socket);
  }

  /** The same with the lines of its headers as they are sent, each with its end, and a text of ASCII. */
  answerLines(status: number, lines: string, body: string): void {
    if (this.#isCutOff) return;
    this.#headersSent = true;
    const head = headOf(status, lines, this.shouldKeepAlive);
    this.#write(this.req.method === 'HEAD' ? head : head + body);
    this.writableEnded = true;
    if (this.socket !== null) this.#allWritten(this.socket);
  }

  /** The same for an answer that ends with its connection, which is to be closed afterwards (`Connection.linger`). */
  begin(status: number, headers: readonly string[], body: string | Uint8Array = ''): void {
    if (this.#isCutOff) return;
    const head = headText(status, headers, this.shouldKeepAlive);
    this.#headersSent = true;
    if (this.req.method === 'HEAD' || body.length === 0) this.#write(head);
    else if (typeof body === 'string') this.#write(head + body);
    else if (body.length <= mostJoinedBytes) {
      const joined = Buffer.allocUnsafe(head.length + body.length);
      joined.write(head, 'latin1');
      joined.set(body, head.length);
      this.#write(joined);
    } else {
      this.socket?.cork();
      this.#write(head);
      this.#write(body);
      this.socket?.uncork();
    }
  }

  /** Tells a sender that waits for it to send its body (RFC 9110, 10.1.1). */
  writeContinue(): void {
    this.#write('HTTP/1.1 100 Continue\r\n\r\n');
  }

  #write(piece: string | Uint8Array): void {
    const { socket } = this;
    if (socket === null) {
      this.#held ??= [];
      this.#held.push(piece);
    } else if (typeof piece === 'string') socket.write(piece, 'latin1');
    else socket.write(piece);
  }

  #allWritten(socket: Socket): void {
    if (socket.destroyed) return;
    if (socket.writableLength === 0) this.sent();
    else socket.write('', () => this.sent());
  }

  /** Calls `act` with the socket in this answer's turn: after the answers that are due before it. Never if the connection closes first. */
  inTurn(act: (socket: Socket) => void): void {
    const { socket } = this;
    if (socket !== null) return act(socket);
    this.#onTurn ??= [];
    this.#onTurn.push(() => act(this.req.socket));
  }

  /** Calls `told` once the system has taken all of it. Never if the connection closes first. */
  onceSent(told: () => void): void {
    this.#onSent ??= [];
    this.#onSent.push(told);
  }

  /** Has Node make it. */
  handOver(other: OtherAnswer): void {
    this.#other = other;
    this.req.connection.isMadeByApi(this);
    other.shouldKeepAlive = this.shouldKeepAlive;
    if (this.socket !== null) other.begin(this.socket);
  }

  /** Its connection closes after it (RFC 9112, 9.6). */
  makeLast(): void {
    this.shouldKeepAlive = false;
    if (this.#other !== undefined) this.#other.shouldKeepAlive = false;
  }

  /** For the connection, which ends the exchange itself: an answer that has not begun is none any more. */
  cutOff(): void {
    this.#isCutOff = true;
  }

  /** For the connection: its turn has come. */
  itsTurn(socket: Socket): void {
    this.socket = socket;
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) {
      socket.cork();
      for (const piece of held) this.#write(piece);
      socket.uncork();
    }
    if (!this.#isCutOff) this.#other?.begin(socket);
    const all = this.#onTurn;
    this.#onTurn = undefined;
    for (const act of all ?? []) act();
    if (this.writableEnded && !this.writableFinished) this.#allWritten(socket);
  }

  /** The system has taken all of it. */
  sent(): void {
    if (this.writableFinished) return;
    this.writableEnded = true;
    this.writableFinished = true;
    const all = this.#onSent;
    this.#onSent = undefined;
    for (const told of all ?? []) told();
    this.req.connection.sent(this);
  }

  /** For the connection: the system takes more of what was written. */
  drained(): void {
    this.#other?.drained();
  }

  /** For the connection: it has closed before the answer was sent. */
  lost(): void {
    this.#onTurn = undefined;
    this.#onSent = undefined;
    this.#other?.lost();
  }
}
