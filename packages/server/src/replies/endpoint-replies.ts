import type { IncomingMessage } from 'node:http';
import type { Settings } from '@hookwell/replies';
import type { Answering } from '../capture-log/capture-log.ts';
import type { Connections } from '../connections/connections.ts';
import type { Parts } from '../parts.ts';
import type { KnownEndpoint } from '../receive/known-endpoints.ts';
import type { DecidedReply, Replies, UndecidedCapture } from '../receive/replies.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { isCompressed } from '../sent-request/heavy-bodies.ts';
import { AnswerSender } from './answer-sender.ts';
import { copyOfStart } from './body-start.ts';
import {
  type Examined,
  type ExaminedHead,
  examineRequest,
  isQuickToExamine,
  unexamined,
  wholeText,
} from './examination.ts';
import { Examiner } from './examiner.ts';
import { deliveryName, hashInSlices, hashNow, hashOfId } from './hashes.ts';
import { KnownSettings } from './known-settings.ts';
import { prepareAnswer } from './prepared-answer.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { signedTimeIn } from './signed-time.ts';

/** Decides what endpoints with settings answer, and answers for them. */
export class EndpointReplies implements Replies {
  readonly #log: Parts['log'];
  readonly #settings: KnownSettings;
  readonly #examiner: Examiner;
  readonly #sender: AnswerSender;

  constructor(
    parts: Pick<Parts, 'store' | 'log' | 'metrics'>,
    connections: Pick<Connections, 'hasFree'>,
  ) {
    this.#log = parts.log;
    this.#settings = new KnownSettings(parts);
    this.#examiner = new Examiner(parts.log);
    this.#sender = new AnswerSender(parts, connections);
  }

  watch(): undefined {
    return undefined;
  }

  decide(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
  ): DecidedReply | Promise<DecidedReply | undefined> {
    const known = this.#settings.get(endpoint);
    return known !== undefined && isQuickToExamine(known.settings, capture)
      ? this.#decideNow(known, endpoint.accountId, request, capture)
      : this.#decideLater(endpoint, request, capture);
  }

  /**
   * Sends all answers that wait. From now on none waits, and what takes long to examine is stored and told to come
   * again, so that the server ends in time.
   */
  stop(): void {
    this.#examiner.stop();
    this.#sender.stop();
  }

  /** Ends the thread, and writes the notes that are left. No capture may come any more. */
  async close(): Promise<void> {
    await Promise.all([this.#examiner.close(), this.#sender.close()]);
  }

  async #decideLater(
    { id, accountId, settingsVersion }: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
  ): Promise<DecidedReply | undefined> {
    const known = await this.#settings.read({ id, accountId, settingsVersion });
    if (known === undefined) return undefined;
    if (isQuickToExamine(known.settings, capture)) {
      return this.#decideNow(known, accountId, request, capture);
    }
    const head = headOf(request, capture, await hashInSlices(capture.body));
    const examined = await this.#examineInThread(known, accountId, head, capture);
    return this.#decided(known, accountId, head, examined);
  }

  #decideNow(
    known: SettingsAtVersion,
    accountId: number,
    request: IncomingMessage,
    capture: UndecidedCapture,
  ): DecidedReply {
    const { settings } = known;
    const head = headOf(request, capture, hashNow(capture.body));
    let examined: Examined;
    try {
      examined = examineRequest(settings, head, wholeText(capture));
    } catch (error) {
      examined = this.#failed(settings, head, capture, error);
    }
    return this.#decided(known, accountId, head, examined);
  }

  async #examineInThread(
    { settings, version, document }: SettingsAtVersion,
    accountId: number,
    head: ExaminedHead,
    capture: UndecidedCapture,
  ): Promise<Examined> {
    const { body, bodySize, endpointId } = capture;
    try {
      return await this.#examiner.examine(accountId, () => {
        const start = copyOfStart(body, bodySize, isCompressed(head));
        return { endpointId, version, document, head, start };
      });
    } catch (error) {
      return this.#failed(settings, head, capture, error);
    }
  }

  #failed(
    settings: Settings,
    head: ExaminedHead,
    { endpointId }: UndecidedCapture,
    error: unknown,
  ): Examined {
    this.#log.error({ err: error, endpointId }, 'The reply to a capture could not be decided');
    return unexamined(settings, head);
  }

  #decided(
    { settings, hashKey, countedSince }: SettingsAtVersion,
    accountId: number,
    { bodyHash, headers }: ExaminedHead,
    examined: Examined,
  ): DecidedReply {
    const { schedule, id, event } = examined;
    const signature = signedTimeIn(parseHeaders(headers));
    const answering: Answering = {
      delivery: deliveryName(hashKey, countedSince, examined.delivery),
      schedule: schedule.map(({ from, answer, retryAfter }) =>
        retryAfter === undefined ? { from, answer } : { from, answer, retryAfter },
      ),
      bodyHash,
      idHash: id === undefined ? undefined : hashOfId(hashKey, id),
      event,
      signature: signature === undefined ? undefined : JSON.stringify(signature),
    };
    return {
      answering,
      answer: (response, stored) => {
        const { delivery } = answering;
        const answer = prepareAnswer(settings, examined, { ...stored, delivery });
        if (answer === undefined) return false;
        this.#sender.answer(response, answer, { accountId, captureId: stored.id });
        return true;
      },
    };
  }
}

function headOf(
  { rawHeaders }: IncomingMessage,
  { receivedAt, method, target, headers, ipAddress, bodySize }: UndecidedCapture,
  bodyHash: string,
): ExaminedHead {
  return {
    receivedAt,
    method,
    target,
    headers,
    ipAddress,
    bodySize,
    doorHeaders: rawHeaders,
    bodyHash,
  };
}
