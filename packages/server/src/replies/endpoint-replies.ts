import type { IncomingMessage } from 'node:http';
import type { Settings } from '@hookwell/replies';
import type { SignedHead, Verification } from '@hookwell/signatures';
import type { Answering } from '../capture-log/capture-log.ts';
import type { Connections } from '../connections/connections.ts';
import { originForm } from '../connections/request-target.ts';
import type { Parts } from '../parts.ts';
import { mostSmallBodyBytes } from '../receive/in-flight-budget.ts';
import type { KnownEndpoint } from '../receive/known-endpoints.ts';
import type { BodyWatcher, DecidedReply, Replies, UndecidedCapture } from '../receive/replies.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { isCompressed } from '../sent-request/heavy-bodies.ts';
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import { Explainer } from '../signatures/explainer.ts';
import { explainedFinding, type Finding, findingOf, isUnexplained } from '../signatures/finding.ts';
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
import { deliveryName, hashNow, hashOfId } from './hashes.ts';
import { KnownSettings } from './known-settings.ts';
import { prepareAnswer } from './prepared-answer.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { signedTimeIn } from './signed-time.ts';

/** A capture and what is decided about it by. */
interface Undecided {
  known: SettingsAtVersion;
  accountId: number;
  request: IncomingMessage;
  capture: UndecidedCapture;
}

/** Decides what endpoints with settings answer, verifies their requests, and answers for them. */
export class EndpointReplies implements Replies {
  readonly #parts: Pick<Parts, 'log' | 'metrics' | 'addresses'>;
  readonly #settings: KnownSettings;
  readonly #examiner: Examiner;
  readonly #explainer: Explainer;
  readonly #sender: AnswerSender;

  constructor(
    parts: Pick<Parts, 'store' | 'secrets' | 'log' | 'metrics' | 'addresses'>,
    connections: Pick<Connections, 'hasFree'>,
  ) {
    this.#parts = parts;
    this.#settings = new KnownSettings(parts);
    this.#examiner = new Examiner(parts.log);
    this.#explainer = new Explainer(parts.log, (why) =>
      parts.metrics.signaturesNotLookedInto.inc({ why }),
    );
    this.#sender = new AnswerSender(parts, connections);
  }

  watch(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    receivedAt: number,
  ): ArrivingBody | undefined {
    const known = this.#settings.get(endpoint);
    return known && this.#arrivingBody(known, request, receivedAt);
  }

  decide(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
    watcher?: BodyWatcher,
  ): DecidedReply | Promise<DecidedReply | undefined> {
    const known = this.#settings.get(endpoint);
    if (known === undefined) return this.#decideLater(endpoint, request, capture);
    const { accountId } = endpoint;
    return this.#decide({ known, accountId, request, capture }, watcher);
  }

  /**
   * Sends all answers that wait. From now on none waits, and what takes long to examine is stored and told to come
   * again, so that the server ends in time.
   */
  stop(): void {
    this.#examiner.stop();
    this.#explainer.stop();
    this.#sender.stop();
  }

  /** Ends the threads, and writes the notes that are left. No capture may come any more. */
  async close(): Promise<void> {
    await Promise.all([this.#examiner.close(), this.#explainer.close(), this.#sender.close()]);
  }

  async #decideLater(
    { id, accountId, settingsVersion }: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
  ): Promise<DecidedReply | undefined> {
    const known = await this.#settings.read({ id, accountId, settingsVersion });
    return known && (await this.#decide({ known, accountId, request, capture }, undefined));
  }

  #decide(
    undecided: Undecided,
    watcher: BodyWatcher | undefined,
  ): DecidedReply | Promise<DecidedReply> {
    const { known, capture } = undecided;
    if (watcher instanceof ArrivingBody && watcher.verifier === known.verifier) {
      return this.#decideHashed(undecided, watcher);
    }
    if (capture.bodySize > mostSmallBodyBytes) return this.#hashAndDecide(undecided);
    return this.#decideHashed(undecided, undefined);
  }

  /** For a body that nobody has seen arriving, or for other settings. */
  async #hashAndDecide(undecided: Undecided): Promise<DecidedReply> {
    const { known, request, capture } = undecided;
    const body = this.#arrivingBody(known, request, capture.receivedAt);
    await hashInSlices(capture.body, body);
    return await this.#decideHashed(undecided, body);
  }

  #arrivingBody(
    { verifier }: SettingsAtVersion,
    request: IncomingMessage,
    receivedAt: number,
  ): ArrivingBody {
    if (verifier === undefined) return new ArrivingBody();
    return new ArrivingBody(verifier, this.#signedHead(request, receivedAt));
  }

  #signedHead(
    { method = '', url = '', rawHeaders }: IncomingMessage,
    receivedAt: number,
  ): SignedHead {
    const publicUrl = this.#parts.addresses.receiveBase + originForm(url);
    return { method, url: publicUrl, headers: rawHeaders, receivedAt };
  }

  /** @param body absent if it is small */
  #decideHashed(
    undecided: Undecided,
    body: ArrivingBody | undefined,
  ): DecidedReply | Promise<DecidedReply> {
    const { known, request, capture } = undecided;
    const { verifier } = known;
    const head = headOf(request, capture, body?.bodyHash ?? hashNow(capture.body));
    head.hasSecret = known.secrets.length > 0;
    if (verifier === undefined) return this.#examine(undecided, head, undefined);
    const signedHead = this.#signedHead(request, capture.receivedAt);
    const verification = verifier.verify(signedHead, capture.body, body?.hashing);
    if (verification instanceof Promise || isUnexplained(verification)) {
      return this.#explainAndExamine(undecided, head, signedHead, verification);
    }
    const finding = findingOf(verifier, verification);
    head.verdict = finding.verdict;
    return this.#examine(undecided, head, finding);
  }

  async #explainAndExamine(
    undecided: Undecided,
    head: ExaminedHead,
    signedHead: SignedHead,
    verifying: Verification | Promise<Verification>,
  ): Promise<DecidedReply> {
    const { verifier } = undecided.known;
    const verification = await verifying;
    const explaining = this.#explain(undecided, signedHead, verification);
    head.verdict = verification.verdict;
    const examining = this.#examined(undecided, head);
    const [explained, examined] = await Promise.all([explaining, examining]);
    const finding = verifier && explainedFinding(verifier, verification, explained);
    return this.#decided(undecided, head, examined, finding);
  }

  #explain(
    { known: { verifier }, accountId, capture }: Undecided,
    head: SignedHead,
    verification: Verification,
  ): string | Promise<string> | undefined {
    if (verifier?.verifying === undefined || !isUnexplained(verification)) return undefined;
    return this.#explainer.explain(accountId, verifier.verifying, head, capture.body, verification);
  }

  #examine(
    undecided: Undecided,
    head: ExaminedHead,
    finding: Finding | undefined,
  ): DecidedReply | Promise<DecidedReply> {
    const examined = this.#examined(undecided, head);
    return examined instanceof Promise
      ? examined.then((whenDone) => this.#decided(undecided, head, whenDone, finding))
      : this.#decided(undecided, head, examined, finding);
  }

  #examined(undecided: Undecided, head: ExaminedHead): Examined | Promise<Examined> {
    const { known, capture } = undecided;
    if (!isQuickToExamine(known.settings, capture)) return this.#examineInThread(undecided, head);
    try {
      return examineRequest(known.settings, head, wholeText(capture));
    } catch (error) {
      return this.#failed(known.settings, head, capture, error);
    }
  }

  async #examineInThread(undecided: Undecided, head: ExaminedHead): Promise<Examined> {
    const { known, accountId, capture } = undecided;
    const { settings, version, document } = known;
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
    this.#parts.log.error(
      { err: error, endpointId },
      'The reply to a capture could not be decided',
    );
    return unexamined(settings, head);
  }

  #decided(
    { known, accountId, capture: { endpointId } }: Undecided,
    { bodyHash, headers }: ExaminedHead,
    examined: Examined,
    finding: Finding | undefined,
  ): DecidedReply {
    const { settings, hashKey, countedSince } = known;
    const { schedule, id, event } = examined;
    const answering: Answering = {
      delivery: deliveryName(hashKey, countedSince, examined.delivery),
      schedule: schedule.map(({ from, answer, retryAfter }) =>
        retryAfter === undefined ? { from, answer } : { from, answer, retryAfter },
      ),
      bodyHash,
      idHash: id === undefined ? undefined : hashOfId(hashKey, id),
      event,
      signature: finding?.text ?? unverifiedText(headers),
      verdict: finding?.verdict,
    };
    return {
      answering,
      answer: (response, stored) => {
        if (finding) this.#parts.metrics.signatures.inc({ verdict: finding.verdict });
        const { delivery } = answering;
        const answer = prepareAnswer(settings, examined, { ...stored, delivery }, known.secrets[0]);
        if (answer === undefined) return false;
        this.#sender.answer(response, answer, { accountId, endpointId, captureId: stored.id });
        return true;
      },
    };
  }
}

/** What headers tell of a signature that nobody verified. */
function unverifiedText(headers: string): string | undefined {
  const signature = signedTimeIn(parseHeaders(headers));
  return signature && JSON.stringify(signature);
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
