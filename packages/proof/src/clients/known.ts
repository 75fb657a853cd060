import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../server/test/random.ts';
import type { History } from '../history/history.ts';
import type { EndpointKind, Outcome } from '../history/operation.ts';
import type { ServiceNode } from '../world/node.ts';
import type { World } from '../world/world.ts';
import { type Called, type CallOptions, Connections, isAnswer } from './http.ts';

/** An account that the clients use. */
export interface Account {
  /** In the history. */
  number: number;
  cookie: string;
  /** Captures of it are cleared and removed. */
  isCleared: boolean;
  /** Some ids of its captures, the newest last. */
  ids: number[];
}

/** An endpoint that the clients use. */
export interface Endpoint {
  /** In the history. */
  number: number;
  account: Account;
  kind: EndpointKind;
  token: string;
  /** How many captures it has, at most, since it was made or cleared. */
  stored: number;
  /** It gets no webhooks any more. */
  isFull: boolean;
  /** The newest version of its settings. */
  version: number;
}

/** So many ids of an account are kept to be read and removed. */
const mostIds = 200;

/** Statuses of whatever cannot be done now. */
const comeAgain: readonly number[] = [429, 503, 507];

/** What became of a call. `nothing` says nothing of the service, and no history has it. */
export type CallOutcome = Outcome | 'nothing';

/** So many surprises are told. */
const mostSurprises = 20;

/** What the clients of a world know together, and what they do it with. */
export class Known implements Disposable {
  readonly history: History;
  readonly accounts: Account[] = [];
  /** Those in use. */
  endpoints: Endpoint[] = [];
  /** Those whose deletion nobody acknowledged. */
  readonly perhapsDeleted: Endpoint[] = [];
  /** Those whose deletion was acknowledged. */
  readonly deleted: Endpoint[] = [];
  /** What the service answered that it never should, whatever happens to it. */
  readonly surprises: string[] = [];
  readonly #nodes: readonly ServiceNode[];
  readonly #random: Random;
  readonly #connections = new Connections();
  readonly #numberOf = new Map<number, number>();
  #lastClient = -1;
  #lastMark = 0;
  #lastAnswer = 0;
  #lastDelivery = 0;

  constructor({ nodes }: World, history: History, random: Random) {
    this.#nodes = nodes;
    this.history = history;
    this.#random = random;
  }

  get nodes(): readonly ServiceNode[] {
    return this.#nodes;
  }

  /** A client of its own: its number, and choices that do not depend on what others choose meanwhile. */
  newClient(): { client: number; random: Random } {
    this.#lastClient += 1;
    return { client: this.#lastClient, random: new Random(this.#random.below(2 ** 31)) };
  }

  nextMark(): number {
    this.#lastMark += 1;
    return this.#lastMark;
  }

  nextAnswer(): number {
    this.#lastAnswer += 1;
    return this.#lastAnswer;
  }

  nextDelivery(): number {
    this.#lastDelivery += 1;
    return this.#lastDelivery;
  }

  /** Gives an endpoint a number in the history. */
  nextEndpoint(serviceId: number): number {
    const number = this.#numberOf.size;
    this.#numberOf.set(serviceId, number);
    return number;
  }

  /** The number of an endpoint in the history, by the service's id of it; -1 if it has none. */
  readonly numberOf = (serviceId: number): number => this.#numberOf.get(serviceId) ?? -1;

  /** The refusals that a call about an endpoint may get: nobody finds one that was deleted, perhaps meanwhile. */
  refusalsAbout(endpoint: Endpoint | undefined): readonly number[] {
    return endpoint === undefined || this.endpoints.includes(endpoint) ? [] : [404];
  }

  noteId(account: Account, id: number): void {
    account.ids.push(id);
    if (account.ids.length > 2 * mostIds) account.ids.splice(0, mostIds);
  }

  /** Calls a node as an account, or as nobody. */
  call(
    node: ServiceNode,
    path: string,
    options: CallOptions,
    account?: Pick<Account, 'cookie'>,
  ): Promise<Called> {
    const headers = account === undefined ? {} : { cookie: account.cookie };
    const all = { ...options, headers: { ...headers, ...options.headers } };
    return this.#connections.call(`${node.url}${path}`, all);
  }

  /**
   * Whether a call was done: it was answered with this status. `refused` are the refusals that it may get, `nothing` is what no node
   * heard of or listened to, `unknown` all that says neither. A refusal that it may not get is a surprise.
   */
  outcomeOf(called: Called, what: string, done: number, refusals: readonly number[]): CallOutcome {
    if (called === 'unreached') return 'nothing';
    if (!isAnswer(called)) return 'unknown';
    const { status, body } = called;
    return this.outcomeOfStatus(status, what, refusals, done, body.toString('utf8', 0, 200));
  }

  /** The same by the status alone. */
  outcomeOfStatus(
    status: number,
    what: string,
    refusals: readonly number[],
    done = 200,
    text = '',
  ): CallOutcome {
    if (status === done) return 'done';
    if (refusals.includes(status)) return 'refused';
    if (!comeAgain.includes(status)) this.surprise(`${what}: ${status} ${text}`);
    return status >= 400 && status < 500 ? 'nothing' : 'unknown';
  }

  surprise(text: string): void {
    if (this.surprises.length < mostSurprises) this.surprises.push(text);
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]();
  }
}

/** Waits so long, or until the signal. */
export async function pause(ms: number, until: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: until }).catch(() => undefined);
}

/** Waits as clients do that cannot get on: 20 to 100 ms. */
export function pauseALittle(random: Random, until: AbortSignal): Promise<void> {
  return pause(20 + random.below(80), until);
}
