import type { Socket } from 'node:net';
import type { HttpResponse } from '../connections/exchange.ts';
import { headLength } from '../connections/request-head.ts';
import { type Lease, SharedLimit } from '../fairness/shared-limit.ts';
import { Tally } from '../fairness/tally.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** So many answers of an account may wait, with those of the free teams that it founded; the next ones are sent at once. */
export const mostWaitingOfAccount = 100;
/** So many of a node may wait. */
export const mostWaiting = 10_000;
/** The bodies of the answers that wait, and the heads of their requests, may take so much. */
export const mostWaitingBytes = 64 * 1024 * 1024;
/** Each counts for so much at least, so that one bound holds for their number as well. */
const leastBytes = Math.ceil(mostWaitingBytes / mostWaiting);

/** In place of an answer: a sender waits for that of a responder. */
export interface AwaitedResponder {
  kind: 'responder';
  /** The longest time, from the commit. */
  delayMs: number;
  /** The memory of what is answered otherwise. */
  heldBytes: number;
  /** Ends the wait: something is answered soon. */
  end: (why: 'unanswered' | 'cut_short' | 'gone') => void;
}

/** An answer that is sent later. */
export interface WaitingAnswer {
  response: HttpResponse;
  /** Who waits for a responder is answered before, or otherwise. */
  answer: PreparedAnswer | AwaitedResponder;
  accountId: number;
  /** Whose memory it takes (`fairness/parties.ts`). */
  party: number;
  /** The id of the stored capture. */
  captureId: number;
  /** By `performance.now()`. */
  committedAt: number;
}

interface HeldAnswer {
  waiting: WaitingAnswer;
  /** Of the memory, and of the connections that are held. */
  leases: Lease[];
  timer: NodeJS.Timeout | undefined;
}

/** The waiting answers of a connection: nearly always one. */
interface SocketAnswers {
  held: HeldAnswer[];
  /** Whether the sender closed its side. */
  hasEnded: boolean;
}

interface Options {
  /** Holds a connection of the party, which has to give way if others need it. */
  hold: (party: number, giveWay: () => void) => Lease | undefined;
  /** Sends an answer whose time has come. */
  send: (waiting: WaitingAnswer) => void;
  /** Told that an answer is sent before its time, since others need the room or the server stops. */
  onCutShort: (waiting: WaitingAnswer) => void;
  /** Told that the sender hung up before its answer. */
  onHangUp: (waiting: WaitingAnswer) => void;
  /** Told that the connection of an answer is closed: it waits no more. */
  onClosed?: (waiting: WaitingAnswer) => void;
}

/**
 * Answers whose time has not come yet. Each holds its answer, its response and a timer, and nothing of the body that was
 * captured: 10,000 of them cost little beside their connections. What finds no room
 * is sent at once; where too few descriptors are free, so is the newest of the party that holds most.
 */
export class WaitingAnswers {
  readonly #options: Options;
  readonly #onSocket = new WeakMap<Socket, SocketAnswers>();
  readonly #ofAccount = new Tally<number>();
  readonly #memory = new SharedLimit(mostWaitingBytes);
  readonly #all = new Map<WaitingAnswer, HeldAnswer>();
  readonly #fire = (held: HeldAnswer): void => {
    this.#remove(held);
    this.#options.send(held.waiting);
  };

  /** The same for all connections. */
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

  /** Keeps the place of an answer of the account that comes later. Gives what gives it back; undefined if there is none. */
  keepPlace(of: Pick<WaitingAnswer, 'accountId' | 'party'>): (() => void) | undefined {
    const accountId = countedAccount(of);
    if (this.#ofAccount.of(accountId) >= mostWaitingOfAccount) return undefined;
    this.#ofAccount.add(accountId, 1);
    let isKept = true;
    return () => {
      if (isKept) this.#ofAccount.add(accountId, -1);
      isKept = false;
    };
  }

  /** Sends an answer after its delay, counted from the commit. False, and nothing is done, if there is no room for it. */
  add(waiting: WaitingAnswer): boolean {
    const { response, answer, party, committedAt } = waiting;
    const accountId = countedAccount(waiting);
    if (this.#ofAccount.of(accountId) >= mostWaitingOfAccount) return false;
    const watched = this.#watched(response.req.socket);
    const held: HeldAnswer = { waiting, leases: [], timer: undefined };
    const giveWay = (): void => this.#cutShort(held);
    const memory = this.#memory.take(party, bytesOf(waiting));
    if (memory === undefined) return false;
    const connection = this.#options.hold(party, giveWay);
    if (connection === undefined) {
      memory.release();
      return false;
    }
    held.leases = [memory, connection];
    this.#ofAccount.add(accountId, 1);
    this.#all.set(waiting, held);
    watched.held.push(held);
    const delayMs = committedAt + answer.delayMs - performance.now();
    held.timer = setTimeout(this.#fire, Math.max(0, Math.ceil(delayMs)), held);
    return true;
  }

  /** Gives up its time: it is sent by others, or not at all. */
  giveUp(waiting: WaitingAnswer): void {
    const held = this.#all.get(waiting);
    if (held !== undefined) this.#remove(held);
  }

  /** Sends all of them now. */
  sendAll(): void {
    for (const held of this.#all.values()) this.#cutShort(held);
  }

  #cutShort(held: HeldAnswer): void {
    this.#options.onCutShort(held.waiting);
    this.#fire(held);
  }

  #watched(socket: Socket): SocketAnswers {
    const known = this.#onSocket.get(socket);
    if (known !== undefined) return known;
    const watched: SocketAnswers = { held: [], hasEnded: socket.readableEnded };
    this.#onSocket.set(socket, watched);
    socket.on('end', this.#onEnd).on('close', this.#onClose);
    return watched;
  }

  /** The sender closed its side. It may still read an answer (RFC 9112, 9.6), but where none comes it is gone. */
  #ended(socket: Socket): void {
    const watched = this.#watched(socket);
    watched.hasEnded = true;
    for (const held of [...watched.held]) {
      this.#options.onHangUp(held.waiting);
      if (held.waiting.answer.kind === 'timeout') this.#fire(held);
    }
  }

  /** A connection that this server closed itself has neither ended nor failed: its sender did not hang up. */
  #closed(socket: Socket): void {
    const { held: all, hasEnded } = this.#watched(socket);
    for (const held of [...all]) {
      this.#remove(held);
      if (socket.errored !== null && !hasEnded) this.#options.onHangUp(held.waiting);
      this.#options.onClosed?.(held.waiting);
    }
  }

  #remove(held: HeldAnswer): void {
    clearTimeout(held.timer);
    const { waiting } = held;
    if (!this.#all.delete(waiting)) return;
    for (const lease of held.leases) lease.release();
    this.#ofAccount.add(countedAccount(waiting), -1);
    const { held: onSocket } = this.#watched(waiting.response.req.socket);
    onSocket.splice(onSocket.indexOf(held), 1);
  }
}

/** A free team counts with whoever founded it; guests of one network each for themselves. */
function countedAccount({ accountId, party }: Pick<WaitingAnswer, 'accountId' | 'party'>): number {
  return party > 0 ? party : accountId;
}

/** The memory that it holds beside its connection: the parts of its body, and the head of the request, which Node keeps. */
function bytesOf({ response, answer }: WaitingAnswer): number {
  const bytes = headLength(response.req) + ('heldBytes' in answer ? answer.heldBytes : 0);
  return Math.max(leastBytes, bytes);
}
