import type { ServerResponse } from 'node:http';
import type { Connections } from '../connections/connections.ts';
import type { Parts } from '../parts.ts';
import { HangUps } from './hang-ups.ts';
import type { PreparedAnswer } from './prepared-answer.ts';
import { sendAnswer } from './send-answer.ts';
import { UnsentBodies } from './unsent-bodies.ts';
import { type WaitingAnswer, WaitingAnswers } from './waiting-answers.ts';

/** Answers wait only while this share of the descriptors is free for captures, as streams do. */
const leastFreeShare = 1 / 4;

/** Sends answers when their time has come, and all that wait at once when the server stops. */
export class AnswerSender {
  readonly #connections: Pick<Connections, 'hasFree'>;
  readonly #metrics: Parts['metrics'];
  readonly #hangUps: HangUps;
  readonly #unsent = new UnsentBodies();
  readonly #waiting: WaitingAnswers;
  #isStopping = false;

  constructor(
    parts: Pick<Parts, 'store' | 'log' | 'metrics'>,
    connections: Pick<Connections, 'hasFree'>,
  ) {
    this.#connections = connections;
    this.#metrics = parts.metrics;
    this.#hangUps = new HangUps(parts);
    this.#waiting = new WaitingAnswers({
      send: (waiting) => this.#send(waiting),
      onHangUp: (captureId, afterMs) => this.#hangUps.note(captureId, afterMs),
    });
    parts.metrics.repliesWaiting.read = () => this.#waiting.count;
  }

  /** Answers a capture that was stored just now, with the delay of the answer if there is room for it to wait. */
  answer(
    response: ServerResponse,
    answer: PreparedAnswer,
    { accountId, captureId }: { accountId: number; captureId: number },
  ): void {
    if (response.req.socket.destroyed) return this.#hangUps.note(captureId, 0);
    const committedAt = performance.now();
    const waiting = { response, answer, accountId, captureId, committedAt };
    if (!this.#mayWait(waiting) || !this.#waiting.add(waiting)) this.#send(waiting);
  }

  #mayWait({ response, answer, captureId }: WaitingAnswer): boolean {
    if (answer.delayMs === 0) return false;
    // The sender closed its side while its capture was stored.
    const hasEnded = response.req.socket.readableEnded;
    if (hasEnded) this.#hangUps.note(captureId, 0);
    if (hasEnded && answer.kind === 'timeout') return false;
    return !this.#isStopping && this.#connections.hasFree(leastFreeShare);
  }

  /** From now on no answer waits: all that do are sent. */
  stop(): void {
    this.#isStopping = true;
    this.#waiting.sendAll();
  }

  async close(): Promise<void> {
    await this.#hangUps.close();
  }

  #send({ response, answer, accountId }: WaitingAnswer): void {
    const isWhole = answer.kind === 'answer' && answer.truncatedTo === undefined;
    this.#metrics.replies.inc({ kind: isWhole ? 'answered' : 'fault' });
    const { socket } = response.req;
    if (response.socket === null && answer.kind === 'answer') {
      this.#unsent.count(response, accountId, answer.heldBytes);
    }
    sendAnswer(response, answer, {
      isStopping: () => this.#isStopping,
      onMade: () => this.#unsent.count(response, accountId, socket.writableLength),
    });
  }
}
