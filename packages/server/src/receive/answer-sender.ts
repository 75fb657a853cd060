import type { Connections } from '../connections/connections.ts';
import type { HttpResponse } from '../connections/exchange.ts';
import { Tally } from '../fairness/tally.ts';
import type { Parts } from '../parts.ts';
import type { Responder } from '../responders/responder.ts';
import type { WaitingSenders } from '../responders/waiting-senders.ts';
import { keepHandshakeSecret } from '../secrets/keep-handshake-secret.ts';
import type { AnswerNotes } from './answer-notes.ts';
import {
  type PreparedAnswer,
  type PreparedReply,
  responderReply,
  tryAgain,
} from './prepared-answer.ts';
import { sendAnswer } from './send-answer.ts';
import { type WaitingAnswer, WaitingAnswers } from './waiting-answers.ts';

/** So many handshakes of an endpoint have a secret kept at once; the first of them decides. */
const mostKeptAtOnce = 10;

/** Whose answer it is, and to what. */
interface AnsweredCapture {
  accountId: number;
  /** Whose memory it takes (`fairness/parties.ts`). */
  party: number;
  endpointId: number;
  /** The id of the stored capture. */
  captureId: number;
  /** By `performance.now()`; now, if it is absent. */
  committedAt?: number;
}

/** For how long a sender waits for which responders. */
interface AskedResponders {
  waitMs: number;
  asked: readonly Responder[];
  /** These, and those that are left out for now. */
  matching: readonly Responder[];
}

/** Sends answers when their time has come, and all that wait at once when the server stops. */
export class AnswerSender {
  readonly #parts: Pick<
    Parts,
    'store' | 'secrets' | 'log' | 'metrics' | 'parties' | 'unsent' | 'writes'
  >;
  readonly #notes: AnswerNotes;
  readonly #waiting: WaitingAnswers;
  readonly #senders: WaitingSenders;
  /** Answers for which secrets are being kept, and their number by endpoint. */
  readonly #keeping = new Set<Promise<void>>();
  readonly #keepingOf = new Tally<number>();
  #isStopping = false;

  constructor(
    parts: Pick<Parts, 'store' | 'secrets' | 'log' | 'metrics' | 'parties' | 'unsent' | 'writes'>,
    connections: Pick<Connections, 'hold'>,
    notes: AnswerNotes,
    senders: WaitingSenders,
  ) {
    this.#parts = parts;
    this.#notes = notes;
    this.#senders = senders;
    this.#waiting = new WaitingAnswers({
      hold: (party, giveWay) => connections.hold(party, giveWay),
      send: (waiting) => this.#itsTime(waiting),
      onCutShort: (waiting) => {
        const { answer, captureId, committedAt } = waiting;
        if (answer.kind === 'responder') answer.end('cut_short');
        this.#notes.note(captureId, 'cutShortAfter', performance.now() - committedAt);
      },
      onHangUp: ({ captureId, committedAt }) =>
        this.#notes.note(captureId, 'gaveUpAfter', performance.now() - committedAt),
      onClosed: ({ answer }) => {
        if (answer.kind === 'responder') answer.end('gone');
      },
    });
    parts.metrics.repliesWaiting.read = () => this.#waiting.count;
  }

  /** Keeps the place of a sender that is to wait for responders; see `WaitingAnswers.keepPlace`. */
  keepPlace(of: Pick<WaitingAnswer, 'accountId' | 'party'>): (() => void) | undefined {
    return this.#isStopping ? undefined : this.#waiting.keepPlace(of);
  }

  /**
   * Has the sender of a capture that was stored just now wait for responders.
   * @param answer what it is answered if none of them does; undefined: the acknowledgement
   */
  awaitResponders(
    response: HttpResponse,
    { waitMs, asked, matching }: AskedResponders,
    of: AnsweredCapture,
    { answer, acknowledge }: { answer: PreparedAnswer | undefined; acknowledge: () => void },
  ): void {
    const { accountId, party, captureId } = of;
    const committedAt = performance.now();
    const isGone = () => response.req.socket.destroyed;
    const end = this.#senders.add({
      ...{ accountId, captureId, asked, matching, isGone },
      ended: (what) => {
        this.#waiting.giveUp(waiting);
        if (typeof what === 'object') this.#send({ ...waiting, answer: responderReply(what) });
        else if (what === 'try again') this.#send({ ...waiting, answer: tryAgain });
        else if (answer === undefined) acknowledge();
        else this.answer(response, answer, { ...of, committedAt });
      },
    });
    const heldBytes = answer !== undefined && 'heldBytes' in answer ? answer.heldBytes : 0;
    const waiting: WaitingAnswer = {
      ...{ response, accountId, party, captureId, committedAt },
      answer: { kind: 'responder', delayMs: waitMs, heldBytes, end },
    };
    // Nobody tells again that a connection was closed while its capture was stored.
    if (isGone()) end('gone');
    else if (this.#isStopping || !this.#waiting.add(waiting)) end('cut_short');
  }

  /**
   * Answers a capture that was stored just now, with the delay of the answer if there is room for it to wait. A secret that
   * the answer takes is kept before.
   */
  answer(response: HttpResponse, answer: PreparedAnswer, of: AnsweredCapture): void {
    if (answer.kind !== 'answer' || answer.takesSecret === undefined) {
      return this.#answer(response, answer, of);
    }
    const { endpointId } = of;
    if (this.#keepingOf.of(endpointId) >= mostKeptAtOnce)
      return this.#answer(response, tryAgain, of);
    this.#keepingOf.add(endpointId, 1);
    const keeping = this.#kept(answer, answer.takesSecret, of).then((kept) => {
      this.#keeping.delete(keeping);
      this.#keepingOf.add(endpointId, -1);
      this.#answer(response, kept, of);
    });
    this.#keeping.add(keeping);
  }

  /** The answer, once the secret is kept that it takes; the sender has to come again if it cannot be kept. */
  async #kept(
    answer: PreparedReply,
    { scheme, secret }: { scheme: string; secret: string },
    { accountId, endpointId }: AnsweredCapture,
  ): Promise<PreparedReply> {
    const { store, secrets, log, parties, writes } = this.#parts;
    try {
      await writes.run(parties.of(accountId), () =>
        keepHandshakeSecret({ db: store.db, secrets }, { endpointId, scheme }, secret),
      );
      return answer;
    } catch (error) {
      log.error({ err: error, endpointId }, 'The secret of a handshake could not be kept');
      return tryAgain;
    }
  }

  #answer(
    response: HttpResponse,
    answer: PreparedAnswer,
    { accountId, party, captureId, committedAt = performance.now() }: AnsweredCapture,
  ): void {
    if (response.req.socket.destroyed) return this.#notes.note(captureId, 'gaveUpAfter', 0);
    const waiting = { response, answer, accountId, party, captureId, committedAt };
    if (answer.delayMs === 0) return this.#send(waiting);
    // The sender closed its side while its capture was stored.
    const hasEnded = response.req.socket.readableEnded;
    if (hasEnded) this.#notes.note(captureId, 'gaveUpAfter', 0);
    if (hasEnded && answer.kind === 'timeout') return this.#send(waiting);
    if (!this.#isStopping && this.#waiting.add(waiting)) return;
    this.#notes.note(captureId, 'cutShortAfter', 0);
    this.#send(waiting);
  }

  /** From now on no answer waits: all that do are sent. */
  stop(): void {
    this.#isStopping = true;
    const { count } = this.#senders;
    if (count > 0) {
      const sentence = 'The server stops: senders that wait for responders are answered otherwise';
      this.#parts.log.info({ senders: count }, sentence);
    }
    this.#waiting.sendAll();
  }

  /** Resolves once no secret is being kept any more, and all waits are ended. */
  async close(): Promise<void> {
    await this.#senders.close();
    await Promise.all(this.#keeping);
  }

  #itsTime(waiting: WaitingAnswer): void {
    const { answer } = waiting;
    if (answer.kind === 'responder') answer.end('unanswered');
    else this.#send({ ...waiting, answer });
  }

  #send({
    response,
    answer,
    party,
    captureId,
  }: Omit<WaitingAnswer, 'answer'> & { answer: PreparedAnswer }): void {
    const isWhole = answer.kind === 'answer' && answer.truncatedTo === undefined;
    this.#parts.metrics.replies.inc({ kind: isWhole ? 'answered' : 'fault' });
    const { socket } = response.req;
    const { unsent } = this.#parts;
    if (response.socket === null && answer.kind === 'answer') {
      unsent.count(response, party, answer.heldBytes);
    }
    sendAnswer(response, answer, {
      captureId,
      isStopping: () => this.#isStopping,
      onMade: () => unsent.count(response, party, socket.writableLength),
    });
  }
}
