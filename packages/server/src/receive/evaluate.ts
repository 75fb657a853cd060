import type { Match } from '@hookwell/core/match';
import { areAboutHeadersAlone, type EventInHead, eventInHead } from '@hookwell/core/rules';
import type { SignedHead, Verification } from '@hookwell/core/signatures';
import type {
  NewCapture,
  StoredContractFinding,
  UnevaluatedCapture,
} from '../capture-log/captures.ts';
import { createClientAddress, type ProxiedAddress } from '../connections/client-address.ts';
import type { HttpRequest } from '../connections/exchange.ts';
import { originForm } from '../connections/request-target.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { Parts } from '../parts.ts';
import { headerPairs } from '../sent-request/head.ts';
import { ArrivingBody, hashInSlices } from '../signatures/arriving-body.ts';
import type { EndpointVerifier } from '../signatures/endpoint-verifier.ts';
import { type Explained, Explainer } from '../signatures/explainer.ts';
import { type FoundSignature, findingOf, isUnexplained } from '../signatures/finding.ts';
import {
  type Evaluated,
  type EvaluatedHead,
  evaluateRequest,
  type StartOfBody,
} from '../workers/evaluate-task.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { notCompared } from '../workers/stored-finding.ts';
import { type Answering, answeringBy, answeringLater, hashNow } from './answering.ts';
import { maxSmallBodyBytes } from './body-memory.ts';
import type { BodyWatcher } from './body-reader.ts';
import { startOfBody } from './body-start.ts';
import { type ContractValidation, reasons } from './contract-validation.ts';
import { costOf, KnownSettings, type SettingsAtVersion } from './endpoint-settings.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import { keptXHeaders, noSettings } from './stored-headers.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** Plain bodies up to this size are evaluated on the event loop, unless there are too many terms for that. */
const maxLoopBytes = 64 * 1024;
/** The characters that all terms together may look through there: 3 ms at the worst. */
const maxLoopCharacters = 256 * 1024;
/** The time of the processor that an evaluation may take in a thread, and the time in which it has to be done. */
const timeoutMs = 1000;
const waitMs = 5000;
/** In a flood all fail the same way: the log says it so often at most. */
const logIntervalMs = 1000;

/** A request whose body is whole, before it is stored. */
export interface WholeRequest {
  endpoint: KnownEndpoint;
  /** Whose time it takes (`fairness/parties.ts`). */
  tenant: number;
  request: HttpRequest;
  capture: UnevaluatedCapture;
  /** It saw the body arrive. */
  watcher: BodyWatcher | undefined;
  /** Called before anything is waited for. */
  wait: () => WaitingRequest;
  /** What `startOfBody` gave. */
  start?: StartOfBody | Promise<StartOfBody>;
}

/** A match of a responder. */
export interface RespondersMatch {
  text: string;
  match: Match;
}

/** What is known of a request before it is stored. */
export interface EvaluatedRequest {
  /** What is kept of the X- headers; absent if all of them are dropped. */
  xHeaders?: Pick<NewCapture, 'keptHeaders' | 'droppedHeaders'> | undefined;
  /** Absent if the endpoint has no contract. */
  contract?: StoredContractFinding | undefined;
  /** Absent if the settings decide about no answer. */
  answering?: Answering;
  /** For each of the matches whether it holds. */
  held: readonly boolean[];
}

/**
 * Evaluates requests to endpoints with settings, a contract or responders before they are stored: the settings are read, the
 * contract is validated, the signature is verified, and the rules are tried.
 */
export class Evaluator {
  readonly #parts: Pick<Parts, 'config' | 'log' | 'metrics' | 'addresses'>;
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #validation: Pick<ContractValidation, 'validate'>;
  readonly #settings: KnownSettings;
  readonly #explainer: Explainer;
  readonly #clientAddress: ProxiedAddress;
  #lastLoggedMs = Number.NEGATIVE_INFINITY;

  constructor(
    parts: Pick<Parts, 'config' | 'log' | 'metrics' | 'addresses' | 'store' | 'secrets'>,
    pool: Pick<WorkerPool, 'run'>,
    validation: Pick<ContractValidation, 'validate'>,
  ) {
    this.#parts = parts;
    this.#pool = pool;
    this.#validation = validation;
    this.#settings = new KnownSettings(parts);
    this.#explainer = new Explainer(pool, (why) =>
      parts.metrics.signaturesNotLookedInto.inc({ why }),
    );
    this.#clientAddress = createClientAddress(parts.config, parts.log, parts.addresses);
  }

  /** Hashes a large body while it arrives; undefined if nobody needs that. */
  watch(
    endpoint: KnownEndpoint,
    request: HttpRequest,
    receivedAt: number,
  ): ArrivingBody | undefined {
    const known = this.#settings.get(endpoint);
    if (known === undefined || areAboutHeadersAlone(known.settings)) return undefined;
    return this.#arrivingBody(known, request, receivedAt);
  }

  /** From now on the cause of no failed signature is looked for. */
  stop(): void {
    this.#explainer.stop();
  }

  /**
   * @param matches of responders
   * @returns undefined if the endpoint has other settings or another contract than it is known to have
   * @throws {StoreUnavailable} if its settings cannot be read
   */
  async evaluate(
    whole: WholeRequest,
    matches: readonly RespondersMatch[],
  ): Promise<EvaluatedRequest | undefined> {
    const { endpoint, request, wait, tenant } = whole;
    let known: SettingsAtVersion | undefined;
    if (endpoint.settingsSince !== undefined) {
      try {
        known =
          this.#settings.get(endpoint) ?? (await this.#settings.read(endpoint, tenant, wait()));
      } catch (error) {
        if (!(error instanceof Overloaded)) throw error;
        return await this.#withoutSettings(whole);
      }
      if (known === undefined) return undefined;
    }
    const settings = known?.settings ?? noSettings;
    const unsaid = this.#parts.config.xHeaders;
    const xHeaders = keptXHeaders(settings, request, this.#clientAddress, unsaid);
    let contract: StoredContractFinding | undefined;
    if (endpoint.contractSince !== undefined) {
      const event = eventInHead(settings, headerPairs(request.rawHeaders));
      contract = await this.#validated(whole, event);
      if (contract === undefined) return undefined;
    }
    const before = { xHeaders, contract };
    if (known !== undefined && !areAboutHeadersAlone(settings))
      return await this.#bySettings(whole, known, before, matches);
    const head = this.#head(whole, before, '', false);
    const held = (await this.#rules(whole, head, undefined, matches))?.held ?? [];
    return { ...before, held };
  }

  /** The body is hashed and verified, then the rules are tried. */
  async #bySettings(
    whole: WholeRequest,
    known: SettingsAtVersion,
    before: Pick<EvaluatedRequest, 'xHeaders' | 'contract'>,
    matches: readonly RespondersMatch[],
  ): Promise<EvaluatedRequest> {
    const { request, capture } = whole;
    const { verifier, secrets } = known;
    const body = await this.#hashed(whole, known);
    const bodyHash = body?.bodyHash ?? hashNow(capture.body);
    const head = this.#head(whole, before, bodyHash, secrets.length > 0);
    let found: Evaluated | undefined;
    let signature: FoundSignature | undefined;
    if (verifier === undefined) {
      found = await this.#rules(whole, head, known, matches);
    } else {
      const signedHead = this.#signedHead(request, capture.receivedAt);
      const verification = await this.#verified(whole, verifier, signedHead, body);
      head.verdict = verification.verdict;
      // The cause of a failure is looked for while the rules are tried.
      const explaining = this.#explain(whole, verifier, signedHead, verification);
      if (verification !== noTimeToVerify) found = await this.#rules(whole, head, known, matches);
      signature = findingOf(verifier, verification, await explaining);
    }
    const answering = answeringBy(known, found?.evaluation, head, signature);
    return { ...before, answering, held: found?.held ?? [] };
  }

  /**
   * Tries the rules and the matches: on the event loop if that is little work, else in a thread. Undefined if there is no time for
   * it, or it fails.
   */
  async #rules(
    whole: WholeRequest,
    head: EvaluatedHead,
    known: SettingsAtVersion | undefined,
    matches: readonly RespondersMatch[],
  ): Promise<Evaluated | undefined> {
    const { capture, tenant, wait } = whole;
    if (known === undefined && matches.length === 0) return { held: [] };
    try {
      const start = this.#start(whole);
      const body = start instanceof Promise ? await wait().for(start) : start;
      const size = body.bytes.length;
      const cost = matches.reduce((sum, { match }) => sum + costOf(match), known?.cost ?? 0);
      if (size <= maxLoopBytes && cost * (size + lengthOf(head)) <= maxLoopCharacters)
        return evaluateRequest(
          head,
          body,
          known?.settings,
          matches.map(({ match }) => match),
        );
      const waiting = wait();
      const prepare = () => {
        const bytes = new Uint8Array(body.bytes);
        const settings = known?.document;
        const texts = matches.map(({ text }) => text);
        const ask = { head, body: { bytes, isWhole: body.isWhole }, settings, matches: texts };
        return { ask, transfer: [bytes.buffer] };
      };
      const options = {
        tenant,
        kind: 'evaluation' as const,
        timeoutMs,
        waitMs,
        signal: waiting.signal,
      };
      return await waiting.for(this.#pool.run('evaluate', prepare, options));
    } catch (error) {
      this.#logFailure(capture.endpointId, error);
      return undefined;
    }
  }

  /** A request that had to give way before its settings were read is stored as a delivery of its own, and told to come again. */
  async #withoutSettings({ endpoint, capture }: WholeRequest): Promise<EvaluatedRequest> {
    const contract = endpoint.contractSince === undefined ? undefined : notCompared(reasons.late);
    const body = new ArrivingBody();
    await hashInSlices(capture.body, body);
    return { contract, answering: answeringLater(body.bodyHash), held: [] };
  }

  #start(whole: WholeRequest): StartOfBody | Promise<StartOfBody> {
    whole.start ??= startOfBody(whole.tenant, whole.capture);
    return whole.start;
  }

  /** A large body, hashed as it arrived or, if nobody saw it or for other settings, now; undefined if it is small. */
  async #hashed(
    { request, capture, watcher, wait }: WholeRequest,
    known: SettingsAtVersion,
  ): Promise<ArrivingBody | undefined> {
    if (watcher instanceof ArrivingBody && watcher.verifier === known.verifier) return watcher;
    if (capture.bodySize <= maxSmallBodyBytes) return undefined;
    wait();
    const body = this.#arrivingBody(known, request, capture.receivedAt);
    await hashInSlices(capture.body, body);
    return body;
  }

  #arrivingBody(
    { verifier }: SettingsAtVersion,
    request: HttpRequest,
    receivedAt: number,
  ): ArrivingBody {
    if (verifier === undefined) return new ArrivingBody();
    return new ArrivingBody(verifier, this.#signedHead(request, receivedAt));
  }

  #head(
    { request, capture }: WholeRequest,
    { xHeaders, contract }: Pick<EvaluatedRequest, 'xHeaders' | 'contract'>,
    bodyHash: string,
    hasSecret: boolean,
  ): EvaluatedHead {
    const { receivedAt, method, target, headers, ipAddress, bodySize } = capture;
    return {
      ...{ receivedAt, method, target, headers, ipAddress, bodySize, bodyHash, hasSecret },
      rawHeaders: request.rawHeaders,
      keptHeaders: xHeaders?.keptHeaders,
      contract: contract?.verdict,
    };
  }

  #signedHead({ method, url, rawHeaders }: HttpRequest, receivedAt: number): SignedHead {
    const publicUrl = this.#parts.addresses.receiveBase + originForm(url);
    return { method, url: publicUrl, headers: rawHeaders, receivedAt };
  }

  async #verified(
    { capture, wait }: WholeRequest,
    verifier: EndpointVerifier,
    head: SignedHead,
    body: ArrivingBody | undefined,
  ): Promise<Verification> {
    const verifying = verifier.verify(head, capture.body, body?.takeHashing());
    if (!(verifying instanceof Promise)) return verifying;
    return await wait()
      .for(verifying)
      .catch(() => noTimeToVerify);
  }

  #explain(
    { tenant, capture, wait }: WholeRequest,
    { verifying }: EndpointVerifier,
    head: SignedHead,
    verification: Verification,
  ): Explained | Promise<Explained> | undefined {
    if (verifying === undefined || !isUnexplained(verification)) return undefined;
    const explaining = this.#explainer.explain(tenant, verifying, head, capture, verification);
    if (explaining instanceof Promise) wait();
    return explaining;
  }

  /** Undefined if the endpoint has another contract by now, or none. */
  async #validated(
    whole: WholeRequest,
    event: EventInHead,
  ): Promise<StoredContractFinding | undefined> {
    const { endpoint, tenant, capture, wait } = whole;
    const { id: endpointId, contractSince: version = 0 } = endpoint;
    const start = () => this.#start(whole);
    const validated = { endpointId, version, tenant, capture, event, wait, start };
    return await this.#validation.validate(validated);
  }

  #logFailure(endpointId: number, error: unknown): void {
    if (performance.now() - this.#lastLoggedMs < logIntervalMs) return;
    this.#lastLoggedMs = performance.now();
    this.#parts.log.error({ err: error, endpointId }, 'A capture could not be evaluated in time');
  }
}

/** The characters of a head that terms look through: those of all headers, of the kept ones too, and of the address. */
function lengthOf({ target, rawHeaders }: EvaluatedHead): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, target.length);
}

/** The verification that is stored if there was no time for one. */
const noTimeToVerify: Verification = {
  verdict: 'unverifiable',
  reason: 'There was no time to verify it: too many requests waited.',
};
