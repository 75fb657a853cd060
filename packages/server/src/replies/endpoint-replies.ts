import type { Match } from '@hookwell/core/match';
import {
  areAboutHeadersAlone,
  type EventInHead,
  eventInHead,
  type Settings,
} from '@hookwell/core/rules';
import type { SignedHead, Verification } from '@hookwell/core/signatures';
import type { WorkTurns } from '@hookwell/core/signatures/verify';
import type {
  AnswerPlan,
  AppendedCapture,
  StoredContractFinding,
} from '../capture-log/captures.ts';
import { createClientAddress, type ProxiedAddress } from '../connections/client-address.ts';
import type { Connections } from '../connections/connections.ts';
import type { HttpRequest } from '../connections/exchange.ts';
import { originForm } from '../connections/request-target.ts';
import { type ContractValidation, reasons } from '../contracts/contract-validation.ts';
import { LoopTime } from '../fairness/loop-time.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { AnswerOffers } from '../listeners/answer-offers.ts';
import { AnswerRows, LeftWaits } from '../listeners/answer-rows.ts';
import type { Listener } from '../listeners/listener.ts';
import type { Listeners } from '../listeners/listeners.ts';
import type { NodeListeners } from '../listeners/node-listeners.ts';
import type { Parts } from '../parts.ts';
import { mostSmallBodyBytes } from '../receive/in-flight-budget.ts';
import type { KnownEndpoint } from '../receive/known-endpoints.ts';
import type { BodyWatcher, DecidedReply, Replies, UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { headerPairs } from '../sent-request/head.ts';
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import type { EndpointVerifier } from '../signatures/endpoint-verifier.ts';
import { type Explained, Explainer } from '../signatures/explainer.ts';
import { type Finding, findingOf, isUnexplained } from '../signatures/finding.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { notCompared } from '../workers/stored-finding.ts';
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
import { GivenAnswers } from './given-answers.ts';
import { deliveryName, hashNow, hashOfId, ownDeliveryName } from './hashes.ts';
import { keptXHeaders, noSettings } from './kept-headers.ts';
import { KnownSettings } from './known-settings.ts';
import { type PreparedAnswer, prepareAnswer, tryAgain } from './prepared-answer.ts';
import { inSequence, result, type Sequence } from './sequence.ts';
import type { SettingsAtVersion } from './settings-row.ts';
import { unverifiedSignature } from './signed-time.ts';

/** A request whose answer is to be decided. */
interface Arrival extends Omit<UndecidedReply, 'known'> {
  accountId: number;
  request: HttpRequest;
}

/** Decides what endpoints with settings or listeners answer, verifies their requests, and answers for them. */
export class EndpointReplies implements Replies {
  readonly #parts: Pick<Parts, 'config' | 'log' | 'metrics' | 'addresses' | 'parties'>;
  readonly #settings: KnownSettings;
  readonly #examiner: Examiner;
  readonly #explainer: Explainer;
  readonly #validation: Pick<ContractValidation, 'validate'>;
  readonly #notes: AnswerNotes;
  readonly #sender: AnswerSender;
  readonly #clientAddress: ProxiedAddress;
  readonly #listeners: Listeners;
  readonly #offers: AnswerOffers | undefined;
  readonly #leftWaits: LeftWaits;
  /** The answers of listeners to senders that wait. */
  readonly answers: GivenAnswers;
  readonly #loopTime = new LoopTime();
  /** For what Node's thread pool does, which has other work too: one at a time. */
  readonly #aside = new TimeSlices();

  constructor(
    parts: Parts,
    connections: Pick<Connections, 'hold'>,
    listeners: Listeners,
    ofNode: Pick<NodeListeners, 'ended'>,
    pool: Pick<WorkerPool, 'run'>,
    validation: Pick<ContractValidation, 'validate'>,
  ) {
    this.#validation = validation;
    this.#parts = parts;
    this.#settings = new KnownSettings(parts);
    this.#examiner = new Examiner(parts.log);
    this.#explainer = new Explainer(pool, (why) =>
      parts.metrics.signaturesNotLookedInto.inc({ why }),
    );
    this.#notes = new AnswerNotes(parts);
    this.#clientAddress = createClientAddress(parts.config, parts.log, parts.addresses);
    const { db, otherNodes } = parts.store;
    const rows = new AnswerRows(db);
    const { node } = listeners;
    this.#offers =
      otherNodes &&
      new AnswerOffers(node, otherNodes, (id) => this.#sender.listenerWaits.takeOffered(id));
    this.#sender = new AnswerSender(parts, connections, this.#notes, {
      rows,
      offers: this.#offers,
      ended: (asked, outcome) => ofNode.ended(asked, outcome),
    });
    const waits = this.#sender.listenerWaits;
    this.answers = new GivenAnswers({ node, rows, waits, offers: this.#offers });
    this.#leftWaits = new LeftWaits(rows, this.#offers, parts.log);
    this.#listeners = listeners;
  }

  isConcernedWith(endpointId: number): boolean {
    return this.#parts.config.xHeaders === 'keep' || this.#listeners.has(endpointId);
  }

  watch(
    endpoint: KnownEndpoint,
    request: HttpRequest,
    receivedAt: number,
  ): ArrivingBody | undefined {
    const known = this.#settings.get(endpoint);
    if (known === undefined || areAboutHeadersAlone(known.settings)) return undefined;
    return this.#arrivingBody(known, request, receivedAt);
  }

  decide(
    endpoint: KnownEndpoint,
    request: HttpRequest,
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
    await Promise.all([this.#examiner.close(), this.#sender.close()]);
    this.#offers?.close();
    await this.#leftWaits.close();
    await this.#notes.close();
  }

  /** All steps: what the settings say, then whether a listener is asked before. */
  *#decision(
    endpoint: KnownEndpoint,
    arrival: Arrival,
    watcher: BodyWatcher | undefined,
  ): Sequence<DecidedReply | undefined> {
    let decided: Decided | undefined;
    if (endpoint.settingsSince !== undefined) {
      decided = yield* this.#bySettings(endpoint, arrival, watcher);
      if (decided === undefined) return undefined;
    } else {
      const xHeaders = this.#keptOf(noSettings, arrival.request);
      let contract: StoredContractFinding | undefined;
      if (endpoint.contractSince !== undefined) {
        contract = yield* this.#validated(endpoint, arrival, {});
        if (contract === undefined) return undefined;
      }
      if (xHeaders !== undefined || contract !== undefined)
        decided = { ...nothingToAnswer, xHeaders, contract };
    }
    const all = this.#listeners.of(endpoint.id);
    const listeners = all.length === 0 ? all : yield* this.#matching(arrival, all, decided);
    return this.#reply(arrival, decided, listeners);
  }

  #keptOf(settings: Settings, request: HttpRequest): DecidedReply['xHeaders'] {
    return keptXHeaders(settings, request, this.#clientAddress, this.#parts.config.xHeaders);
  }

  /** Those of the listeners that answer such a request. */
  *#matching(
    arrival: Arrival,
    all: readonly Listener[],
    decided: Decided | undefined,
  ): Sequence<readonly Listener[]> {
    const matches = new Map<string, Match>();
    for (const { match, settings } of all)
      if (typeof match === 'object') matches.set(settings.match, match);
    if (matches.size === 0) return all.filter(({ match }) => match === undefined);
    const { request, capture } = arrival;
    const head = examinedHead(capture, {
      doorHeaders: request.rawHeaders,
      bodyHash: '',
      keptHeaders: decided?.xHeaders?.keptHeaders,
    });
    const { answering } = decided ?? {};
    if (answering?.verdict !== undefined) head.verdict = answering.verdict;
    if (answering?.event !== undefined) head.event = answering.event;
    head.contract = decided?.contract?.verdict;
    const texts = [...matches.keys()];
    const held = yield* result(
      this.#examiner.tryMatches(arrival, head, [...matches.values()], texts),
    );
    return all.filter(
      ({ settings: { match } }) => match === '' || held[texts.indexOf(match)] === true,
    );
  }

  /** The settings are read, the body is hashed and verified, then the request is examined. */
  *#bySettings(
    endpoint: KnownEndpoint,
    arrival: Arrival,
    watcher: BodyWatcher | undefined,
  ): Sequence<Decided | undefined> {
    const { party, request, capture, wait } = arrival;
    let known = this.#settings.get(endpoint);
    try {
      known ??= yield* result(this.#settings.read(endpoint, party, wait()));
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return yield* this.#undecided(endpoint, arrival);
    }
    if (known === undefined) return undefined;
    const { verifier, settings, secrets } = known;
    const xHeaders = this.#keptOf(settings, request);
    let contract: StoredContractFinding | undefined;
    if (endpoint.contractSince !== undefined) {
      const event = eventInHead(settings, headerPairs(request.rawHeaders));
      contract = yield* this.#validated(endpoint, arrival, event);
      if (contract === undefined) return undefined;
    }
    if (areAboutHeadersAlone(settings)) return { ...nothingToAnswer, xHeaders, contract };
    const body = yield* this.#hashedBody(arrival, known, watcher);
    const head = examinedHead(capture, {
      doorHeaders: request.rawHeaders,
      bodyHash: body?.bodyHash ?? hashNow(capture.body),
      keptHeaders: xHeaders?.keptHeaders,
      hasSecret: secrets.length > 0,
    });
    head.contract = contract?.verdict;
    const undecided = { known, xHeaders, contract, ...arrival };
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
  *#undecided({ contractSince }: KnownEndpoint, arrival: Arrival): Sequence<Decided> {
    const body = new ArrivingBody();
    yield* result(this.#hash(arrival, body));
    const answering: AnswerPlan = {
      delivery: ownDeliveryName(),
      schedule: [unexaminedAnswer],
      bodyHash: body.bodyHash,
    };
    const contract = contractSince === undefined ? undefined : notCompared(reasons.late);
    return { ...nothingToAnswer, answering, contract, prepare: () => tryAgain };
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
    request: HttpRequest,
    receivedAt: number,
  ): ArrivingBody {
    if (verifier === undefined) return new ArrivingBody();
    return new ArrivingBody(verifier, this.#signedHead(request, receivedAt));
  }

  #signedHead({ method, url, rawHeaders }: HttpRequest, receivedAt: number): SignedHead {
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

  /** Undefined if the endpoint has another contract by now, or none. */
  *#validated(
    { id, contractSince = 0 }: KnownEndpoint,
    { party, capture, wait }: Arrival,
    event: EventInHead,
  ): Sequence<StoredContractFinding | undefined> {
    const validated = { endpointId: id, version: contractSince, party, capture, event, wait };
    return yield* result(this.#validation.validate(validated));
  }

  #decided(
    {
      known,
      xHeaders,
      contract,
      ...arrival
    }: Arrival & UndecidedReply & Pick<Decided, 'xHeaders' | 'contract'>,
    { bodyHash, headers }: ExaminedHead,
    examined: Examination,
    finding?: Finding,
  ): Decided {
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
    const prepare = (stored: AppendedCapture): PreparedAnswer | undefined => {
      if (finding) this.#parts.metrics.signatures.inc({ verdict: finding.verdict });
      if (finding?.later) this.#notes.noteSignature(arrival.accountId, stored.id, finding.later);
      const { delivery } = answering;
      return prepareAnswer(settings, examined, { ...stored, delivery }, secrets[0]);
    };
    return { answering, xHeaders, contract, prepare };
  }

  #reply(
    { accountId, party, capture: { endpointId } }: Arrival,
    decided: Decided | undefined,
    listeners: readonly Listener[],
  ): DecidedReply | undefined {
    const leavePlace =
      listeners.length === 0 ? undefined : this.#sender.keepPlace({ accountId, party });
    const asked = leavePlace === undefined ? [] : this.#listeners.ask(listeners);
    const [longest] = asked;
    if (longest === undefined || leavePlace === undefined) {
      leavePlace?.();
      if (decided === undefined) return undefined;
      return {
        answering: decided.answering,
        xHeaders: decided.xHeaders,
        contract: decided.contract,
        answer: (response, stored, acknowledge) => {
          const answer = decided.prepare(stored);
          const of = { accountId, party, endpointId, captureId: stored.id };
          if (answer === undefined) acknowledge();
          else this.#sender.answer(response, answer, of);
        },
      };
    }
    const { waitMs } = longest.settings;
    return {
      answering: decided?.answering,
      xHeaders: decided?.xHeaders,
      contract: decided?.contract,
      wait: { node: this.#listeners.node, until: Date.now() + waitMs },
      answer: (response, stored, acknowledge) => {
        leavePlace();
        const of = { accountId, party, endpointId, captureId: stored.id };
        const answer = decided?.prepare(stored);
        const wait = { waitMs, listeners: asked, matching: listeners };
        this.#sender.awaitListeners(response, wait, of, { answer, acknowledge });
      },
      drop: () => {
        leavePlace();
        this.#listeners.ended(asked, 'nothing');
      },
    };
  }
}

/** What the settings and the contract of an endpoint say about a request. */
interface Decided {
  /** Absent if they decide about no answer. */
  answering: AnswerPlan | undefined;
  /** What is kept of the X- headers; absent if all of them are dropped. */
  xHeaders: DecidedReply['xHeaders'];
  contract: StoredContractFinding | undefined;
  /** The answer to the stored capture; undefined: the acknowledgement. */
  prepare: (stored: AppendedCapture) => PreparedAnswer | undefined;
}

const nothingToAnswer: Decided = {
  answering: undefined,
  xHeaders: undefined,
  contract: undefined,
  prepare: () => undefined,
};

/** The verification that is stored if there was no time for one. */
const noTimeToVerify: Verification = {
  verdict: 'unverifiable',
  reason: 'There was no time to verify it: too many requests waited.',
};
