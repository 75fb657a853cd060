import { Gathered } from './body-pieces.ts';
import { ChunkedBody } from './chunks.ts';
import { type Carrier, HttpRequest } from './exchange.ts';
import { behindEmptyLines, HeadScanner, mostHeadBytes, type Scanned } from './head-scanner.ts';
import { type Held, readInTurn } from './pipelined-requests.ts';
import { type Fault, type RefusedHead, readHead, requestLineOf } from './request-head.ts';

/** Why a head is not taken. */
export type HeadFault = Fault | { code: 'methodNotAllowed' };

/** The connection whose bytes are read: it is told what they are. */
export interface ReadConnection extends Carrier, Held {
  /** A head is whole. The request is complete if its body came along. */
  headCame(request: HttpRequest): void;
  refuseHead(fault: HeadFault, head: RefusedHead | undefined): void;
  /** The body of a request is whole that came in pieces. */
  bodyCame(request: HttpRequest): void;
  /** The body is no HTTP. */
  refuseUnfinished(fault: Fault): void;
}

/** A connection whose piece had more chunks reads on in turns with others like it. */
const mostChunksAtOnce = 2000;

/** For heads that come in one piece, as nearly all do: it is between two heads whenever it is not in use. */
let scannerOfPieces = new HeadScanner();

interface UnfinishedHead {
  scanner: HeadScanner;
  gathered: Gathered;
}

/** Makes requests of the bytes of a connection (RFC 9112), and reads their bodies. */
export class RequestReader {
  readonly #connection: ReadConnection;
  /** The request whose body is being read, and how: the number of bytes that are left, or in chunks. */
  #request: HttpRequest | undefined;
  #left = 0;
  #chunks: ChunkedBody | undefined;
  /** What has come of a head that is not whole. */
  #head: UnfinishedHead | undefined;

  constructor(connection: ReadConnection) {
    this.#connection = connection;
  }

  /** The request whose body is being read. */
  get request(): HttpRequest | undefined {
    return this.#request;
  }

  /** Whether neither a head nor a body has begun to come. */
  get isIdle(): boolean {
    return this.#request === undefined && this.#head === undefined;
  }

  /** The bytes of a head that is not whole. */
  get headBytes(): number {
    return this.#head?.gathered.length ?? 0;
  }

  /** The request line of a head that is not whole, as far as it can be read. */
  get begunHead(): RefusedHead | undefined {
    if (this.#head === undefined) return undefined;
    const { gathered } = this.#head;
    const line = requestLineOf(gathered.bytes.subarray(0, gathered.length));
    return line && { ...line, socket: this.#connection.socket, headers: {}, rawHeaders: [] };
  }

  /** Forgets what has not become whole. */
  stop(): void {
    this.#head = undefined;
    this.#request = undefined;
    this.#chunks = undefined;
  }

  /** Reads from this place of a piece on, at most up to the end of one head or body. Returns the place where it is to be read on. */
  read(piece: Buffer, at: number): number {
    if (this.#request !== undefined) return this.#readBody(this.#request, piece, at);
    if (this.#head !== undefined) return this.#readOn(this.#head, piece, at);
    const begin = behindEmptyLines(piece, at);
    if (begin === piece.length) return begin;
    const scanner = scannerOfPieces;
    scanner.reset();
    const scanned = scanner.scan(piece, begin, piece.length);
    if (scanned === 'whole')
      return this.#headCame(scanner, piece, begin, piece, begin + scanner.at);
    const gathered = new Gathered();
    gathered.add(piece, begin, mostHeadBytes + 1);
    this.#head = { scanner, gathered };
    scannerOfPieces = new HeadScanner();
    return this.#noWholeHead(scanned, piece);
  }

  #readOn({ scanner, gathered }: UnfinishedHead, piece: Buffer, at: number): number {
    const before = gathered.length;
    gathered.add(piece, at, mostHeadBytes + 1);
    const scanned = scanner.scan(gathered.bytes, 0, gathered.length);
    if (scanned !== 'whole') return this.#noWholeHead(scanned, piece);
    this.#head = undefined;
    return this.#headCame(scanner, gathered.bytes, 0, piece, at + scanner.at - before);
  }

  #noWholeHead(scanned: Exclude<Scanned, 'whole'>, piece: Buffer): number {
    if (scanned !== 'more') this.#connection.refuseHead(scanned, this.begunHead);
    return piece.length;
  }

  /** Makes a request of a head, which begins at `from` in `bytes`; its body begins at `at` in the piece. */
  #headCame(scanner: HeadScanner, bytes: Buffer, from: number, piece: Buffer, at: number): number {
    const connection = this.#connection;
    const { head, fault } = readHead(scanner, bytes, from);
    if (fault !== undefined) {
      const { method, url, headers, rawHeaders } = head;
      const { socket } = connection;
      connection.refuseHead(fault, { method, url, headers, rawHeaders, socket });
      return piece.length;
    }
    if (head.method === 'CONNECT') {
      connection.refuseHead({ code: 'methodNotAllowed' }, undefined);
      return piece.length;
    }
    const request = new HttpRequest(connection, head);
    const length = head.isChunked ? Number.POSITIVE_INFINITY : (head.contentLength ?? 0);
    const isWhole = length <= piece.length - at;
    if (isWhole) request.wholeCame(length === 0 ? undefined : piece.subarray(at, at + length));
    else {
      this.#request = request;
      this.#left = length;
      this.#chunks = head.isChunked ? new ChunkedBody() : undefined;
    }
    connection.headCame(request);
    return isWhole ? at + length : at;
  }

  #readBody(request: HttpRequest, piece: Buffer, at: number): number {
    const chunks = this.#chunks;
    if (chunks !== undefined) {
      const before = chunks.count;
      const next = chunks.read(piece, at, (data) => request.came(data));
      if (chunks.fault !== undefined) {
        this.#connection.refuseUnfinished(chunks.fault);
        return piece.length;
      }
      if (chunks.count - before > mostChunksAtOnce) readInTurn(this.#connection);
      if (chunks.isWhole) this.#bodyCame(request);
      return next;
    }
    const length = Math.min(this.#left, piece.length - at);
    this.#left -= length;
    request.came(piece.subarray(at, at + length));
    if (this.#left === 0) this.#bodyCame(request);
    return at + length;
  }

  #bodyCame(request: HttpRequest): void {
    // Its reader may have ended the connection.
    if (this.#request !== request) return;
    this.#request = undefined;
    this.#chunks = undefined;
    this.#connection.bodyCame(request);
  }
}
