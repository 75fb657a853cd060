import type { Match } from '@hookwell/core/match';
import type {
  AnswerPlan,
  AppendedCapture,
  ListenerWait,
  NewCapture,
  StoredContractFinding,
  UnevaluatedCapture,
} from '../capture-log/captures.ts';
import type { Connections } from '../connections/connections.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import type { Parts } from '../parts.ts';
import type { Responder } from '../responders/responder.ts';
import type { Responders } from '../responders/responders.ts';
import type { WaitingSenders } from '../responders/waiting-senders.ts';
import type { ArrivingBody } from '../signatures/arriving-body.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { AnswerNotes } from './answer-notes.ts';
import { AnswerSender } from './answer-sender.ts';
import type { BodyWatcher } from './body-reader.ts';
import type { ContractValidation } from './contract-validation.ts';
import { type EvaluatedRequest, Evaluator, type RespondersMatch } from './evaluate.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { PreparedAnswer } from './prepared-answer.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** A decision, which is to be stored together with its capture. */
export interface DecidedReply {
  /** Absent if the settings decide about no answer. */
  answering?: AnswerPlan | undefined;
  /** What is kept of the X- headers; absent if all of them are dropped. */
  xHeaders?: Pick<NewCapture, 'keptHeaders' | 'droppedHeaders'> | undefined;
  /** What was found by the contract; absent if there is none. */
  contract?: StoredContractFinding | undefined;
  /** Absent unless its sender is to wait for a responder. */
  wait?: ListenerWait;
  /** Answers the capture, which was stored just now; calls `acknowledge` when the acknowledgement is the answer. */
  answer(response: HttpResponse, stored: AppendedCapture, acknowledge: () => void): void;
  /** To be called instead if the capture was not stored. */
  drop?(): void;
}

/** Whose capture is answered. */
interface Answered {
  accountId: number;
  party: number;
  capture: UnevaluatedCapture;
}

/** Decides what endpoints with settings or responders answer, and answers for them. */
export class Replies {
  readonly #parts: Pick<Parts, 'config' | 'metrics' | 'parties'>;
  readonly #evaluator: Evaluator;
  readonly #notes: AnswerNotes;
  readonly #sender: AnswerSender;
  readonly #responders: Responders;

  constructor(
    parts: Parts,
    connections: Pick<Connections, 'hold'>,
    responders: Responders,
    senders: WaitingSenders,
    pool: Pick<WorkerPool, 'run'>,
    validation: Pick<ContractValidation, 'validate'>,
  ) {
    this.#parts = parts;
    this.#evaluator = new Evaluator(parts, pool, validation);
    this.#notes = new AnswerNotes(parts);
    this.#sender = new AnswerSender(parts, connections, this.#notes, senders);
    this.#responders = responders;
  }

  isConcernedWith(endpointId: number): boolean {
    return this.#parts.config.xHeaders === 'keep' || this.#responders.has(endpointId);
  }

  watch(
    endpoint: KnownEndpoint,
    request: HttpRequest,
    receivedAt: number,
  ): ArrivingBody | undefined {
    return this.#evaluator.watch(endpoint, request, receivedAt);
  }

  async decide(
    endpoint: KnownEndpoint,
    request: HttpRequest,
    capture: UnevaluatedCapture,
    wait: () => WaitingRequest,
    watcher?: BodyWatcher,
  ): Promise<DecidedReply | undefined> {
    const responders = this.#responders.of(endpoint.id);
    const matches = new Map<string, Match>();
    for (const { match, settings } of responders)
      if (match !== undefined) matches.set(settings.match, match);
    const tried = Array.from(matches, ([text, match]): RespondersMatch => ({ text, match }));
    const tenant = this.#parts.parties.of(endpoint.accountId);
    const whole = { endpoint, tenant, request, capture, watcher, wait };
    const evaluated = await this.#evaluator.evaluate(whole, tried);
    if (evaluated === undefined) return undefined;
    const holding = new Set(tried.filter((_, at) => evaluated.held[at]).map(({ text }) => text));
    const matching = responders.filter(
      ({ match, settings }) => match === undefined || holding.has(settings.match),
    );
    return this.#reply(
      { accountId: endpoint.accountId, party: tenant, capture },
      evaluated,
      matching,
    );
  }

  /** Sends all answers that wait. From now on none waits, and the cause of no failure is looked for. */
  stop(): void {
    this.#evaluator.stop();
    this.#sender.stop();
  }

  /** Writes the notes that are left. No capture may come any more. */
  async close(): Promise<void> {
    await this.#sender.close();
    await this.#notes.close();
  }

  #reply(
    { accountId, party, capture: { endpointId } }: Answered,
    { xHeaders, contract, answering }: EvaluatedRequest,
    matching: readonly Responder[],
  ): DecidedReply {
    const before = { answering: answering?.plan, xHeaders, contract };
    const prepare = (stored: AppendedCapture): PreparedAnswer | undefined => {
      const { signature } = answering ?? {};
      if (signature) this.#parts.metrics.signatures.inc({ verdict: signature.verdict });
      if (signature?.later) this.#notes.noteSignature(accountId, stored.id, signature.later);
      return answering?.prepare(stored);
    };
    const leavePlace =
      matching.length === 0 ? undefined : this.#sender.keepPlace({ accountId, party });
    const asked = leavePlace === undefined ? [] : this.#responders.ask(matching);
    const [longest] = asked;
    if (longest === undefined || leavePlace === undefined) {
      leavePlace?.();
      return {
        ...before,
        answer: (response, stored, acknowledge) => {
          const answer = prepare(stored);
          const of = { accountId, party, endpointId, captureId: stored.id };
          if (answer === undefined) acknowledge();
          else this.#sender.answer(response, answer, of);
        },
      };
    }
    const { waitMs } = longest.settings;
    return {
      ...before,
      wait: { node: this.#responders.node, until: Date.now() + waitMs },
      answer: (response, stored, acknowledge) => {
        leavePlace();
        const of = { accountId, party, endpointId, captureId: stored.id };
        const answer = prepare(stored);
        const wait = { waitMs, asked, matching };
        this.#sender.awaitResponders(response, wait, of, { answer, acknowledge });
      },
      drop: () => {
        leavePlace();
        for (const responder of asked) responder.ended('nothing');
      },
    };
  }
}
