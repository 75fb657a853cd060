import type { IncomingMessage } from 'node:http';
import type { SignedHead, Verification } from '@hookwell/signatures';
import type { Answering } from '../capture-log/capture-log.ts';
import type { Connections } from '../connections/connections.ts';
import { originForm } from '../connections/request-target.ts';
import { LoopTime } from '../fairness/loop-time.ts';
import type { Parts } from '../parts.ts';
import { mostSmallBodyBytes } from '../receive/in-flight-budget.ts';
import type { KnownEndpoint } from '../receive/known-endpoints.ts';
import type { BodyWatcher, DecidedReply, Replies, UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import { Explainer } from '../signatures/explainer.ts';
import { explainedFinding, type Finding, findingOf, isUnexplained } from '../signatures/finding.ts';
import { AnswerSender } from './answer-sender.ts';
import type { Examined, ExaminedHead } from './examination.ts';
import { Examiner, type Undecided } from './examiner.ts';
import { deliveryName, hashNow, hashOfId } from './hashes.ts';
import { KnownSettings } from './known-settings.ts';
import { prepareAnswer } from './prepared-answer.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { signedTimeIn } from './signed-time.ts';

/** A request with settings to decide by. */
interface UndecidedRequest extends Undecided {
  accountId: number;
  request: IncomingMessage;
}

/** Decides what endpoints with settings answer, verifies their requests, and answers for them. */
export class EndpointReplies implements Replies {
  readonly #parts: Pick<Parts, 'log' | 'metrics' | 'addresses' | 'parties'>;
  readonly #settings: KnownSettings;
  readonly #examiner: Examiner;
  readonly #explainer: Explainer;
  readonly #sender: AnswerSender;
  readonly #loopTime = new LoopTime();

  constructor(parts: Parts, connections: Pick<Connections, 'hold'>) {
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
    wait: () => WaitingRequest,
    watcher?: BodyWatcher,
  ): DecidedReply | Promise<DecidedReply | undefined> {
    const { accountId } = endpoint;
    const party = this.#parts.parties.of(accountId);
    const undecided = { accountId, party, request, capture, wait };
    const known = this.#settings.get(endpoint);
    if (known === undefined) return this.#decideLater(endpoint, undecided);
    return this.#decide({ known, ...undecided }, watcher);
  }

  /** Sends all answers that wait. From now on none waits, and the cause of no failure is looked for. */
  stop(): void {
    this.#explainer.stop();
    this.#sender.stop();
  }

  /** Ends the threads, and writes the notes that are left. No capture may come any more. */
  async close(): Promise<void> {
    await Promise.all([this.#examiner.close(), this.#explainer.close(), this.#sender.close()]);
  }

  async #decideLater(
    { id, settingsVersion }: KnownEndpoint,
    undecided: Omit<UndecidedRequest, 'known'>,
  ): Promise<DecidedReply | undefined> {
    const { party, wait } = undecided;
    const known = await this.#settings.read({ id, settingsVersion }, party, wait());
    return known && (await this.#decide({ known, ...undecided }, undefined));
  }

  #decide(
    undecided: UndecidedRequest,
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
  async #hashAndDecide(undecided: UndecidedRequest): Promise<DecidedReply> {
    const { known, request, capture, wait } = undecided;
    wait();
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
    undecided: UndecidedRequest,
    body: ArrivingBody | undefined,
  ): DecidedReply | Promise<DecidedReply> {
    const { known, request, capture } = undecided;
    const { verifier } = known;
    const head = headOf(request, capture, body?.bodyHash ?? hashNow(capture.body));
    head.hasSecret = known.secrets.length > 0;
    if (verifier === undefined) return this.#examine(undecided, head, undefined);
    const signedHead = this.#signedHead(request, capture.receivedAt);
    const { party } = undecided;
    const verify = () =>
      this.#examiner.atOnce(party, () => verifier.verify(signedHead, capture.body, body?.hashing));
    // A party that has used up its time gets turns of what is left of the event loop.
    const verification = this.#examiner.hasTime(party)
      ? verify()
      : this.#loopTime.run(party, verify).then((found) => found);
    if (verification instanceof Promise || isUnexplained(verification)) {
      return this.#explainAndExamine(undecided, head, signedHead, verification);
    }
    const finding = findingOf(verifier, verification);
    head.verdict = finding.verdict;
    return this.#examine(undecided, head, finding);
  }

  async #explainAndExamine(
    undecided: UndecidedRequest,
    head: ExaminedHead,
    signedHead: SignedHead,
    verifying: Verification | Promise<Verification>,
  ): Promise<DecidedReply> {
    const { verifier } = undecided.known;
    undecided.wait();
    const verification = await verifying;
    const explaining = this.#explain(undecided, signedHead, verification);
    head.verdict = verification.verdict;
    const examining = this.#examiner.examine(undecided, head);
    const [explained, examined] = await Promise.all([explaining, examining]);
    const finding = verifier && explainedFinding(verifier, verification, explained);
    return this.#decided(undecided, head, examined, finding);
  }

  #explain(
    { known: { verifier }, party, capture }: UndecidedRequest,
    head: SignedHead,
    verification: Verification,
  ): string | Promise<string> | undefined {
    if (verifier?.verifying === undefined || !isUnexplained(verification)) return undefined;
    return this.#explainer.explain(party, verifier.verifying, head, capture.body, verification);
  }

  #examine(
    undecided: UndecidedRequest,
    head: ExaminedHead,
    finding: Finding | undefined,
  ): DecidedReply | Promise<DecidedReply> {
    const examined = this.#examiner.examine(undecided, head);
    return examined instanceof Promise
      ? examined.then((whenDone) => this.#decided(undecided, head, whenDone, finding))
      : this.#decided(undecided, head, examined, finding);
  }

  #decided(
    { known, accountId, party, capture: { endpointId } }: UndecidedRequest,
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
        this.#sender.answer(response, answer, {
          accountId,
          party,
          endpointId,
          captureId: stored.id,
        });
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
