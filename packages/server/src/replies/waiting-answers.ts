import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedAnswer } from './prepared-answer.ts';

/** So many answers of an account may wait, and so many of all accounts. */
const mostOfAccount = 100;
const mostOfAll = 10_000;
/** The bodies of the answers that wait, and the heads of their requests, may take so much: few accounts cannot take it all. */
const mostBytesOfAccount = 2 * 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;

/** An answer that is sent later. */
export interface WaitingAnswer {
  response: ServerResponse;
  answer: PreparedAnswer;
  accountId: number;
  /** The id of the stored capture. */
  captureId: number;
  /** By `performance.now()`. */
  committedAt: number;
}

interface Held extends WaitingAnswer {
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** The waiting answers of a connection: nearly always one. */
interface OnSocket {
  held: Held[];
  /** Whether the sender closed its side. */
  hasEnded: boolean;
}

/** The waiting answers of an account. */
interface OfAccount {
  count: number;
  bytes: number;
}

interface Options {
  /** Sends an answer whose time has come. */
  send: (waiting: WaitingAnswer) => void;
  /** Told that the sender hung up before its answer, so many milliseconds after the commit. */
  onHangUp: (captureId: number, afterMs: number) => void;
}

/**
 * Answers whose time has not come yet. Each holds its answer, its response and a timer, and nothing of the body that was
 * captured: 10,000 of them cost little beside their connections (`bench/waiting-replies.ts`).
 */
export class WaitingAnswers {
  readonly #options: Options;
  readonly #onSocket = new WeakMap<Socket, OnSocket>();
  readonly #ofAccount = new Map<number, OfAccount>();
  readonly #all = new Set<Held>();
  #bytes = 0;
  readonly #fire = (held: Held): void => {
    this.#remove(held);
    this.#options.send(held);
  };

  /** One listener for all connections. */
  readonly #onEnd: (this: Socket) => void;
  readonly #onClose: (this: Socket) => void;

  constructor(options: Options) {
    this.#options = options;
    const ended = (socket: Socket): void => this.#ended(socket);
    const closed = (socket: Socket): void => this.#closed(socket);
    this.#onEnd = function (this: Socket) {
      ended(this);
    };
    this.#onClose = function (this: Socket) {
      closed(this);
    };
  }

  get count(): number {
    return this.#all.size;
  }

  /** Sends an answer after its delay, counted from the commit. False, and nothing is done, if there is no room for it. */
  add(waiting: WaitingAnswer): boolean {
    const { response, answer, accountId, committedAt } = waiting;
    const watched = this.#watched(response.req.socket);
    const bytes = bytesOf(waiting);
    const ofAccount = this.#ofAccount.get(accountId) ?? { count: 0, bytes: 0 };
    if (ofAccount.count >= mostOfAccount || this.#all.size >= mostOfAll) return false;
    if (ofAccount.bytes + bytes > mostBytesOfAccount) return false;
    if (this.#bytes + bytes > mostBytes) return false;
    const held: Held = { ...waiting, bytes, timer: undefined };
    ofAccount.count += 1;
    ofAccount.bytes += bytes;
    this.#ofAccount.set(accountId, ofAccount);
    this.#all.add(held);
    this.#bytes += bytes;
    watched.held.push(held);
    // The body is whole and stored, and its reader's listeners would hold what it read with.
    response.req.removeAllListeners();
    const delayMs = committedAt + answer.delayMs - performance.now();
    held.timer = setTimeout(this.#fire, Math.max(0, Math.ceil(delayMs)), held);
    return true;
  }

  /** Sends all of them now. */
  sendAll(): void {
    for (const held of this.#all) this.#fire(held);
  }

  #watched(socket: Socket): OnSocket {
    const known = this.#onSocket.get(socket);
    if (known !== undefined) return known;
    const watched: OnSocket = { held: [], hasEnded: socket.readableEnded };
    this.#onSocket.set(socket, watched);
    socket.on('end', this.#onEnd).on('close', this.#onClose);
    return watched;
  }

  /** The sender closed its side. It may still read an answer (RFC 9112, 9.6), but where none comes it is gone. */
  #ended(socket: Socket): void {
    const watched = this.#watched(socket);
    watched.hasEnded = true;
    for (const held of [...watched.held]) {
      this.#noteHangUp(held);
      if (held.answer.kind === 'timeout') this.#fire(held);
    }
  }

  /** A connection that this server closed itself has neither ended nor failed: its sender did not hang up. */
  #closed(socket: Socket): void {
    const { held: all, hasEnded } = this.#watched(socket);
    for (const held of [...all]) {
      this.#remove(held);
      if (socket.errored !== null && !hasEnded) this.#noteHangUp(held);
    }
  }

  #noteHangUp({ captureId, committedAt }: Held): void {
    this.#options.onHangUp(captureId, performance.now() - committedAt);
  }

  #remove(held: Held): void {
    clearTimeout(held.timer);
    if (!this.#all.delete(held)) return;
    this.#bytes -= held.bytes;
    const { held: onSocket } = this.#watched(held.response.req.socket);
    onSocket.splice(onSocket.indexOf(held), 1);
    const ofAccount = this.#ofAccount.get(held.accountId);
    if (ofAccount === undefined) return;
    ofAccount.count -= 1;
    ofAccount.bytes -= held.bytes;
    if (ofAccount.count === 0) this.#ofAccount.delete(held.accountId);
  }
}

/** What it holds beside its connection: what its body is made of, and the head of the request, which Node keeps. */
function bytesOf({ response, answer }: WaitingAnswer): number {
  const { rawHeaders, url = '' } = response.req;
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  return head + (answer.kind === 'answer' ? answer.heldBytes : 0);
}
