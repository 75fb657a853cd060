import { randomUUID } from 'node:crypto';
import { Listener, type ListenerSettings } from './listener.ts';

/** Those of an endpoint without any. */
const nobody: readonly Listener[] = [];

/** What the end of a wait says about its listeners: `nothing` if the sender hung up or had to give way. */
export type ListenerOutcome = 'answered' | 'passed' | 'nothing';

/**
 * The listeners of all endpoints, in memory: a capture looks its endpoint up in a map. Listeners of other nodes are
 * here as well (`node-listeners.ts`).
 */
export class Listeners {
  /** This node among all that there are and were. */
  readonly node = randomUUID();
  readonly #byEndpoint = new Map<number, Map<string, Listener>>();
  readonly #byId = new Map<string, Listener>();
  readonly #clock: () => number;

  /** @param clock in milliseconds, from any time on */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether anybody listens to the endpoint. */
  has(endpointId: number): boolean {
    return this.#byEndpoint.has(endpointId);
  }

  countOf(endpointId: number): number {
    return this.#byEndpoint.get(endpointId)?.size ?? 0;
  }

  /** Those of the endpoint, who let senders wait longest first; none if not one of them is asked for answers now. */
  of(endpointId: number): readonly Listener[] {
    const all = this.#byEndpoint.get(endpointId);
    if (all === undefined) return nobody;
    const now = this.#clock();
    if (!all.values().some((listener) => listener.isAsked(now))) return nobody;
    return [...all.values()].sort((a, b) => b.settings.waitMs - a.settings.waitMs);
  }

  /** Those of them that are still there and still asked: a request waits for them from now on. */
  ask(listeners: readonly Listener[]): readonly Listener[] {
    const now = this.#clock();
    const asked = listeners.filter(
      (listener) => this.#byId.get(listener.settings.id) === listener && listener.isAsked(now),
    );
    for (const listener of asked) listener.asked();
    return asked;
  }

  get(id: string): Listener | undefined {
    return this.#byId.get(id);
  }

  add(settings: ListenerSettings): void {
    const { id, endpointId } = settings;
    if (this.#byId.has(id)) return;
    const listener = new Listener(settings);
    this.#byId.set(id, listener);
    const ofEndpoint = this.#byEndpoint.get(endpointId);
    if (ofEndpoint === undefined) this.#byEndpoint.set(endpointId, new Map([[id, listener]]));
    else ofEndpoint.set(id, listener);
  }

  remove(id: string): void {
    const listener = this.#byId.get(id);
    if (listener === undefined) return;
    this.#byId.delete(id);
    const { endpointId } = listener.settings;
    const ofEndpoint = this.#byEndpoint.get(endpointId);
    ofEndpoint?.delete(id);
    if (ofEndpoint?.size === 0) this.#byEndpoint.delete(endpointId);
  }

  /** A request that waited for these ended. */
  ended(listeners: Iterable<Listener>, outcome: ListenerOutcome): void {
    for (const listener of listeners) {
      if (outcome === 'answered') listener.answered();
      else if (outcome === 'passed') listener.letPass(this.#clock());
      else listener.askedInVain();
    }
  }
}
