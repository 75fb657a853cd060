import { randomUUID } from 'node:crypto';
import { Listener, type ListenerSettings } from './listener.ts';

/** Those of an endpoint without any. */
const nobody: readonly Listener[] = [];

/**
 * The listeners of all endpoints, in memory: a capture looks its endpoint up in a map. Listeners of other nodes are
 * here as well (`nodes/`).
 */
export class Listeners {
  /** This node among all that there are and were. */
  readonly node = randomUUID();
  readonly #byEndpoint = new Map<number, Map<string, Listener>>();

  /** Whether anybody listens to the endpoint. */
  has(endpointId: number): boolean {
    return this.#byEndpoint.has(endpointId);
  }

  countOf(endpointId: number): number {
    return this.#byEndpoint.get(endpointId)?.size ?? 0;
  }

  /** Those of the endpoint that are asked for answers now, who let senders wait longest first. */
  askedOf(endpointId: number): readonly Listener[] {
    const all = this.#byEndpoint.get(endpointId);
    if (all === undefined) return nobody;
    return [...all.values()]
      .filter((listener) => listener.isAsked())
      .sort((a, b) => b.settings.waitMs - a.settings.waitMs);
  }

  add(settings: ListenerSettings): void {
    const { id, endpointId } = settings;
    let ofEndpoint = this.#byEndpoint.get(endpointId);
    if (ofEndpoint === undefined) {
      ofEndpoint = new Map();
      this.#byEndpoint.set(endpointId, ofEndpoint);
    }
    // One that is known keeps what is known of it.
    if (!ofEndpoint.has(id)) ofEndpoint.set(id, new Listener(settings));
  }

  remove({ id, endpointId }: Pick<ListenerSettings, 'id' | 'endpointId'>): void {
    const ofEndpoint = this.#byEndpoint.get(endpointId);
    ofEndpoint?.delete(id);
    if (ofEndpoint?.size === 0) this.#byEndpoint.delete(endpointId);
  }
}
