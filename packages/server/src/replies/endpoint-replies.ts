import type { IncomingMessage } from 'node:http';
import { areAboutHeadersAlone } from '@hookwell/replies';
import type { SignedHead, Verification } from '@hookwell/signatures';
import type { WorkTurns } from '@hookwell/signatures/verify';
import type { AnswerPlan, AppendedCapture } from '../capture-log/captures.ts';
import { createClientAddress, type ProxiedAddress } from '../connections/client-address.ts';
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
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import type { EndpointVerifier } from '../signatures/endpoint-verifier.ts';
import { type Explained, Explainer } from '../signatures/explainer.ts';
import { type Finding, findingOf, isUnexplained } from '../signatures/finding.ts';
import { AnswerNotes } from './answer-notes.ts';
import { AnswerSender } from './answer-sender.ts';
import {
  type Examination,
  type ExaminedHead,
  examinedHead,
  unexamined,
  unexaminedAnswer,
} from './examination.ts';
import { Examiner, type UndecidedReply } from './examiner.ts';
import { deliveryName, hashNow, hashOfId, ownDeliveryName } from './hashes.ts';
import { keptXHeaders } from './kept-headers.ts';
import { KnownSettings } from './known-settings.ts';
import { type PreparedAnswer, prepareAnswer, tryAgain } from './prepared-answer.ts';
import { inSequence, result, type Sequence } from './sequence.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { unverifiedSignature } from './signed-time.ts';

/** A request whose answer is to be decided. */
interface Arrival extends Omit<UndecidedReply, 'known'> {
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
  readonly #clientAddress: ProxiedAddress;
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
    this.#clientAddress = createClientAddress(parts.config, parts.log);
  }

  watch(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    receivedAt: number,
  ): ArrivingBody | undefined {
    const known = this.#settings.get(endpoint);
    if (known === undefined || areAboutHeadersAlone(known.settings)) return undefined;
    return this.#arrivingBody(known, request, receivedAt);
  }

  decide(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
    wait: () => WaitingRequest,
    watcher?: BodyWatcher,
  ): DecidedReply | undefined | Promise<DecidedReply | undefined> {
    const { accountId } = endpoint;
    const party = this.#parts.parties.of(accountId);
    const arrival = { accountId, party, request, capture, wait };
    return inSequence(this.#decision(endpoint, arrival, watcher));
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

  /** All steps: the settings are read, the body is hashed and verified, then the request is examined. */
  *#decision(
    endpoint: KnownEndpoint,
    arrival: Arrival,
    watcher: BodyWatcher | undefined,
  ): Sequence<DecidedReply | undefined> {
    const { party, request, capture, wait } = arrival;
    let known = this.#settings.get(endpoint);
    try {
      known ??= yield* result(this.#settings.read(endpoint, party, wait()));
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return yield* this.#undecided(arrival);
    }
    if (known === undefined) return undefined;
    const { verifier, settings, secrets } = known;
    const xHeaders = keptXHeaders(settings, request, this.#clientAddress);
    if (areAboutHeadersAlone(settings)) {
      return { answering: undefined, xHeaders, answer: () => false };
    }
    const body = yield* this.#hashedBody(arrival, known, watcher);
    const head = examinedHead(capture, {
      doorHeaders: request.rawHeaders,
      bodyHash: body?.bodyHash ?? hashNow(capture.body),
      keptHeaders: xHeaders?.keptHeaders,
      hasSecret: secrets.length > 0,
    });
    const undecided = { known, xHeaders, ...arrival };
    if (verifier === undefined) {
      const examined = yield* result(this.#examiner.examine(undecided, head));
      return this.#decided(undecided, head, examined);
    }
    const signedHead = this.#signedHead(request, capture.receivedAt);
    const verification = yield* this.#verification(arrival, verifier, signedHead, body);
    if (verification === noTimeToVerify) {
      const finding = findingOf(verifier, verification);
      return this.#decided(undecided, head, unexamined(settings, head), finding);
    }
    head.verdict = verification.verdict;
    // The cause of a failure is looked for while the request is examined.
    const explaining = this.#explain(arrival, verifier, signedHead, verification);
    const examined = yield* result(this.#examiner.examine(undecided, head));
    const finding = findingOf(verifier, verification, yield* result(explaining));
    return this.#decided(undecided, head, examined, finding);
  }

  /** For a request that gave way before its settings were read: stored as a delivery of its own, and told to come again. */
  *#undecided(arrival: Arrival): Sequence<DecidedReply> {
    const body = new ArrivingBody();
    yield* result(this.#hash(arrival, body));
    const answering: AnswerPlan = {
      delivery: ownDeliveryName(),
      schedule: [unexaminedAnswer],
      bodyHash: body.bodyHash,
    };
    return this.#reply({ ...arrival, xHeaders: undefined }, answering, () => tryAgain);
  }

  /** A large body, hashed as it arrived or, if nobody saw it or for other settings, now; undefined if it is small. */
  *#hashedBody(
    arrival: Arrival,
    known: SettingsAtVersion,
    watcher: BodyWatcher | undefined,
  ): Sequence<ArrivingBody | undefined> {
    if (watcher instanceof ArrivingBody && watcher.verifier === known.verifier) return watcher;
    const { request, capture, wait } = arrival;
    if (capture.bodySize <= mostSmallBodyBytes) return undefined;
    wait();
    const body = this.#arrivingBody(known, request, capture.receivedAt);
    yield* result(this.#hash(arrival, body));
    return body;
  }

  /** It does not give way: without its hash no capture is stored. */
  #hash({ party, capture }: Arrival, body: ArrivingBody): Promise<void> {
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

  /** At once if the party has any of its time on the event loop left, else in its turn. */
  *#verification(
    { party, capture, wait }: Arrival,
    verifier: EndpointVerifier,
    head: SignedHead,
    body: ArrivingBody | undefined,
  ): Sequence<Verification> {
    const counted = <Result>(work: () => Result) => this.#examiner.atOnce(party, work);
    const turns: WorkTurns = {
      step: (work) => this.#loopTime.run(party, () => counted(work), wait().signal),
      aside: (work) => this.#aside.runWaiting(party, work, wait()),
    };
    const verify = () => verifier.verify(head, capture.body, body?.hashing, turns);
    const verifying = this.#examiner.hasTime(party)
      ? counted(verify)
      : turns.step(verify).then((found) => found);
    if (!(verifying instanceof Promise)) return verifying;
    try {
      return yield* result(wait().for(verifying));
    } catch {
      return noTimeToVerify;
    }
  }

  #explain(
    { party, capture, wait }: Arrival,
    { verifying }: EndpointVerifier,
    head: SignedHead,
    verification: Verification,
  ): Explained | Promise<Explained> | undefined {
    if (verifying === undefined || !isUnexplained(verification)) return undefined;
    const explaining = this.#explainer.explain(party, verifying, head, capture, verification);
    if (explaining instanceof Promise) wait();
    return explaining;
  }

  #decided(
    { known, ...arrival }: Arrival & UndecidedReply & Pick<DecidedReply, 'xHeaders'>,
    { bodyHash, headers }: ExaminedHead,
    examined: Examination,
    finding?: Finding,
  ): DecidedReply {
    const { settings, hashKey, countedSince, secrets } = known;
    const { schedule, id, event, delivery } = examined;
    const answering: AnswerPlan = {
      delivery: deliveryName(hashKey, countedSince, delivery),
      schedule,
      bodyHash,
      idHash: id === undefined ? undefined : hashOfId(hashKey, id),
      event,
      signature: finding?.text ?? unverifiedSignature(headers),
      verdict: finding?.verdict,
    };
    return this.#reply(arrival, answering, (stored) => {
      if (finding) this.#parts.metrics.signatures.inc({ verdict: finding.verdict });
      if (finding?.later) this.#notes.noteSignature(arrival.accountId, stored.id, finding.later);
      return prepareAnswer(settings, examined, stored, secrets[0]);
    });
  }

  #reply(
    {
      accountId,
      party,
      capture: { endpointId },
      xHeaders,
    }: Arrival & Pick<DecidedReply, 'xHeaders'>,
    answering: AnswerPlan,
    prepare: (stored: AppendedCapture & { delivery: string }) => PreparedAnswer | undefined,
  ): DecidedReply {
    return {
      answering,
      xHeaders,
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
