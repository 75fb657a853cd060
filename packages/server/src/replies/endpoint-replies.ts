import type { IncomingMessage } from 'node:http';
import type { SignedHead, Verification } from '@hookwell/signatures';
import type { WorkTurns } from '@hookwell/signatures/verify';
import type { Answering, Appended } from '../capture-log/capture-log.ts';
import type { Connections } from '../connections/connections.ts';
import { originForm } from '../connections/request-target.ts';
import { LoopTime } from '../fairness/loop-time.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import type { Parts } from '../parts.ts';
import { mostSmallBodyBytes } from '../receive/in-flight-budget.ts';
import type { KnownEndpoint } from '../receive/known-endpoints.ts';
import type { BodyWatcher, DecidedReply, Replies, UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import type { EndpointVerifier } from '../signatures/endpoint-verifier.ts';
import { type Explained, Explainer } from '../signatures/explainer.ts';
import { explainedFinding, type Finding, findingOf, isUnexplained } from '../signatures/finding.ts';
import { AnswerNotes } from './answer-notes.ts';
import { AnswerSender } from './answer-sender.ts';
import { type Examined, type ExaminedHead, unexamined, unexaminedAnswer } from './examination.ts';
import { Examiner, type Undecided } from './examiner.ts';
import { deliveryName, hashNow, hashOfId, ownDeliveryName } from './hashes.ts';
import { KnownSettings } from './known-settings.ts';
import { type PreparedAnswer, prepareAnswer, tryAgain } from './prepared-answer.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { mayHaveSignedTime, signedTimeIn } from './signed-time.ts';

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
  readonly #notes: AnswerNotes;
  readonly #sender: AnswerSender;
  readonly #loopTime = new LoopTime();
  /** For what Node's thread pool does, which has other work too: one at a time. */
  readonly #aside = new TimeSlices();

  constructor(parts: Parts, connections: Pick<Connections, 'hold'>) {
    this.#parts = parts;
    this.#settings = new KnownSettings(parts);
    this.#examiner = new Examiner(parts.log);
    this.#explainer = new Explainer(parts.log, (why) =>
      parts.metrics.signaturesNotLookedInto.inc({ why }),
    );
    this.#notes = new AnswerNotes(parts);
    this.#sender = new AnswerSender(parts, connections, this.#notes);
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
    await this.#notes.close();
  }

  async #decideLater(
    { id, settingsVersion }: KnownEndpoint,
    undecided: Omit<UndecidedRequest, 'known'>,
  ): Promise<DecidedReply | undefined> {
    const { party, wait } = undecided;
    let known: SettingsAtVersion | undefined;
    try {
      known = await this.#settings.read({ id, settingsVersion }, party, wait());
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return await this.#undecided(undecided);
    }
    return known && (await this.#decide({ known, ...undecided }, undefined));
  }

  /** For a request that gave way before its settings were read: stored as a delivery of its own, and told to come again. */
  async #undecided(undecided: Omit<UndecidedRequest, 'known'>): Promise<DecidedReply> {
    const body = new ArrivingBody();
    await this.#hash(undecided, body);
    const answering: Answering = {
      delivery: ownDeliveryName(),
      schedule: [unexaminedAnswer],
      bodyHash: body.bodyHash,
    };
    return this.#reply(undecided, answering, () => tryAgain);
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
    await this.#hash(undecided, body);
    return await this.#decideHashed(undecided, body);
  }

  /** It does not give way: without its hash no capture is stored. */
  #hash({ party, capture }: Omit<UndecidedRequest, 'known'>, body: ArrivingBody): Promise<void> {
    return hashInSlices(capture.body, body, (step) => this.#loopTime.run(party, step));
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
    const verification = this.#verify(undecided, verifier, signedHead, body);
    if (verification instanceof Promise || isUnexplained(verification)) {
      return this.#explainAndExamine(undecided, head, verifier, signedHead, verification);
    }
    const finding = findingOf(verifier, verification);
    head.verdict = finding.verdict;
    return this.#examine(undecided, head, finding);
  }

  /** At once if the party has any of its time on the event loop left, else in its turn. */
  #verify(
    { party, capture, wait }: UndecidedRequest,
    verifier: EndpointVerifier,
    head: SignedHead,
    body: ArrivingBody | undefined,
  ): Verification | Promise<Verification> {
    const counted = <Result>(work: () => Result) => this.#examiner.atOnce(party, work);
    const turns: WorkTurns = {
      step: (work) => this.#loopTime.run(party, () => counted(work), wait().signal),
      aside: (work) => this.#aside.runWaiting(party, work, wait()),
    };
    const verify = () => verifier.verify(head, capture.body, body?.hashing, turns);
    if (this.#examiner.hasTime(party)) return counted(verify);
    return turns.step(verify).then((found) => found);
  }

  async #explainAndExamine(
    undecided: UndecidedRequest,
    head: ExaminedHead,
    verifier: EndpointVerifier,
    signedHead: SignedHead,
    verifying: Verification | Promise<Verification>,
  ): Promise<DecidedReply> {
    const waiting = undecided.wait();
    let verification: Verification;
    try {
      verification = verifying instanceof Promise ? await waiting.for(verifying) : verifying;
    } catch {
      return this.#unverified(undecided, head, verifier);
    }
    const explaining = this.#explain(undecided, signedHead, verification);
    head.verdict = verification.verdict;
    const examining = this.#examiner.examine(undecided, head);
    const [explained, examined] = await Promise.all([explaining, examining]);
    return this.#decided(
      undecided,
      head,
      examined,
      explainedFinding(verifier, verification, explained),
    );
  }

  /** For a request that gave way before it was verified. */
  #unverified(
    undecided: UndecidedRequest,
    head: ExaminedHead,
    verifier: EndpointVerifier,
  ): DecidedReply {
    const examined = unexamined(undecided.known.settings, head);
    return this.#decided(undecided, head, examined, findingOf(verifier, noTimeToVerify));
  }

  #explain(
    { known: { verifier }, party, capture }: UndecidedRequest,
    head: SignedHead,
    verification: Verification,
  ): Explained | Promise<Explained> | undefined {
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
    undecided: UndecidedRequest,
    { bodyHash, headers }: ExaminedHead,
    examined: Examined,
    finding: Finding | undefined,
  ): DecidedReply {
    const { known, accountId } = undecided;
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
    return this.#reply(undecided, answering, (stored) => {
      if (finding) this.#parts.metrics.signatures.inc({ verdict: finding.verdict });
      if (finding?.later) this.#notes.noteSignature(accountId, stored.id, finding.later);
      return prepareAnswer(settings, examined, stored, known.secrets[0]);
    });
  }

  #reply(
    { accountId, party, capture: { endpointId } }: Omit<UndecidedRequest, 'known'>,
    answering: Answering,
    prepare: (stored: Appended & { delivery: string }) => PreparedAnswer | undefined,
  ): DecidedReply {
    return {
      answering,
      answer: (response, stored) => {
        const answer = prepare({ ...stored, delivery: answering.delivery });
        if (answer === undefined) return false;
        const of = { accountId, party, endpointId, captureId: stored.id };
        this.#sender.answer(response, answer, of);
        return true;
      },
    };
  }
}

/** The verification that is stored if there was no time for one. */
const noTimeToVerify: Verification = {
  verdict: 'unverifiable',
  reason: 'There was no time to verify it: too many requests waited.',
};

/** The reason that headers tell of a signature that nobody verified. */
function unverifiedText(headers: string): string | undefined {
  if (!mayHaveSignedTime(headers)) return undefined;
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
