import type { EndpointKind, Seen } from '../../../src/history/operation.ts';
import type { SimulatedTime } from './time.ts';

export interface SimulatedEndpoint {
  number: number;
  account: number;
  kind: EndpointKind;
  isDeleted: boolean;
  /** Versions of its settings in the order in which they came into force; nodes learn of them one after the other. */
  versions: number[];
}

/** What a webhook has, as its sender knows it. */
export interface Webhook {
  mark: number;
  hash: string;
  node: number;
  delivery?: number;
  signature?: 'right' | 'wrong';
  /** The service had no time for it. */
  isUnexamined?: true;
}

export interface StoredCapture extends Seen {
  account: number;
  /** The version of the settings that answers, unless a listener does. */
  version: number;
  /** Waits for a listener until then. */
  waitsUntil: number;
  /** Its sender is told to come again. */
  isUnexamined?: true;
  /** The listener's answer that the sender gets. */
  decided?: number;
}

export const plan: readonly number[] = [500, 429, 200];
export const nodeCount = 3;

/** The status that a version of settings answers with, and the one of a listener's answer. */
export const statusOfVersion = (version: number): number =>
  version === 0 ? 200 : 201 + (version % 5);
export const statusOfAnswer = (answer: number): number => 210 + (answer % 5);

/** A correct service: each call has its effect in one moment. It is as lax as the promises allow, and no laxer. */
export class SimulatedService {
  readonly endpoints: SimulatedEndpoint[] = [];
  /** In the order of ids. */
  captures: StoredCapture[] = [];
  readonly #time: SimulatedTime;
  readonly #attempts = new Map<string, number>();
  /** Of each endpoint and node: how many versions it knows. */
  readonly #known = new Map<string, number>();
  #lastId = 0;

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  make(account: number, kind: EndpointKind): SimulatedEndpoint {
    const number = this.endpoints.length;
    const endpoint = { number, account, kind, isDeleted: false, versions: [] };
    this.endpoints.push(endpoint);
    return endpoint;
  }

  /** @param waitsFor how long a listener may answer, if one is there */
  store(
    endpoint: SimulatedEndpoint,
    webhook: Webhook,
    waitsFor: number,
    gap: number,
  ): StoredCapture | undefined {
    if (endpoint.isDeleted) return undefined;
    const { mark, hash, node, delivery, signature, isUnexamined } = webhook;
    this.#lastId += 1 + gap;
    const { number, account, kind, versions } = endpoint;
    const version = versions[(this.#known.get(`${number} ${node}`) ?? 0) - 1] ?? 0;
    const capture: StoredCapture = {
      id: this.#lastId,
      endpoint: number,
      account,
      mark,
      hash,
      version,
      waitsUntil: this.#time.now + waitsFor,
    };
    if (isUnexamined && (kind === 'attempts' || kind === 'signed')) {
      // A delivery of its own, without a verdict.
      this.captures.push({ ...capture, attempt: 1, answer: '503', isUnexamined });
      return this.captures.at(-1);
    }
    if (kind === 'attempts') {
      const attempt = (this.#attempts.get(`${number} ${delivery}`) ?? 0) + 1;
      this.#attempts.set(`${number} ${delivery}`, attempt);
      capture.attempt = attempt;
      capture.answer = String(plan[Math.min(attempt, plan.length) - 1]);
    } else if (version > 0) capture.answer = String(statusOfVersion(version));
    if (signature !== undefined) capture.verdict = signature === 'right' ? 'valid' : 'invalid';
    this.captures.push(capture);
    return capture;
  }

  /** What of a scope is shown now, from one id through another. */
  shown(scope: { account: number; endpoint?: number }, from: number, through: number): Seen[] {
    return this.captures
      .filter(({ account, endpoint, id }) => {
        const isIn = account === scope.account && endpoint === (scope.endpoint ?? endpoint);
        return isIn && id >= from && id <= through;
      })
      .map(seenOf);
  }

  clear(scope: { account: number; endpoint?: number; through?: number }): void {
    const { through = this.#lastId } = scope;
    const taken = new Set(this.shown(scope, 0, through).map(({ id }) => id));
    this.captures = this.captures.filter(({ id }) => !taken.has(id));
  }

  /** Whether it was there. */
  remove(account: number, id: number): boolean {
    const before = this.captures.length;
    this.captures = this.captures.filter(
      (capture) => capture.id !== id || capture.account !== account,
    );
    return this.captures.length < before;
  }

  /** Whether it was there. */
  delete(endpoint: SimulatedEndpoint): boolean {
    if (endpoint.isDeleted) return false;
    endpoint.isDeleted = true;
    this.captures = this.captures.filter((capture) => capture.endpoint !== endpoint.number);
    return true;
  }

  /** Gives the place of the version; nodes learn of it by `learn`. */
  set(endpoint: SimulatedEndpoint, version: number): number {
    return endpoint.versions.push(version);
  }

  /** From now on the node answers with the version at this place, or a later one. */
  learn(endpoint: SimulatedEndpoint, node: number, place: number): void {
    const key = `${endpoint.number} ${node}`;
    this.#known.set(key, Math.max(this.#known.get(key) ?? 0, place));
  }

  /** Whether the sender gets this answer. */
  answer(id: number, answer: number): boolean {
    const capture = this.captures.find((other) => other.id === id);
    if (capture === undefined || this.#time.now >= capture.waitsUntil) return false;
    if (capture.decided !== undefined) return false;
    capture.decided = answer;
    capture.answeredBy = 'listener';
    capture.answer = String(statusOfAnswer(answer));
    return true;
  }
}

/** As it is shown at this moment. */
export function seenOf({
  account: _,
  version: __,
  waitsUntil: ___,
  decided: ____,
  isUnexamined: _____,
  ...seen
}: StoredCapture): Seen {
  return { ...seen };
}
