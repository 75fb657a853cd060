import { randomUUID } from 'node:crypto';
import { MatchError } from '@hookwell/core/match';
import { ApiError } from '../api-error.ts';
import type { OtherNodes } from '../database/other-nodes.ts';
import type { Parts } from '../parts.ts';
import { Responder, type ResponderSettings } from './responder.ts';

/** Each responder has a match in memory, to try on every capture of its endpoint. */
export const maxOfEndpoint = 20;
const maxOfNode = 2000;
/** For clients that are refused: streams end seldom. */
const retryAfterSeconds = 10;

/** A node renews what it shows to others, and looks at what they show, so often; so soon if it is notified of a change. */
const renewMs = 2500;
const noticeMs = 100;

/**
 * The responders of all endpoints, in memory: a capture looks its endpoint up in a map. Nodes on one database show theirs to one
 * another in rows that run out. A notification is a hint: whoever gets it reads the rows.
 */
export class Responders {
  /** The name of this node, unlike that of any other that there is or was. */
  readonly node = randomUUID();
  readonly #byEndpoint = new Map<number, Set<Responder>>();
  /** By id: those of this node, and those of others. */
  readonly #own = new Map<string, Responder>();
  readonly #ofOthers = new Map<string, Responder>();
  readonly #otherNodes: OtherNodes | undefined;
  readonly #log: Parts['log'];
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: (() => void) | undefined;
  #isChanged = true;
  #renewAt = 0;
  #looking: Promise<void> | undefined;

  constructor({ store: { otherNodes }, log }: Pick<Parts, 'store' | 'log'>) {
    this.#otherNodes = otherNodes;
    this.#log = log;
    if (otherNodes === undefined) return;
    const changed = () => {
      this.#isChanged = true;
    };
    this.#unsubscribe = otherNodes.messages.listen({
      hear: (message) => {
        if (message === 'responders') changed();
      },
      missed: changed,
    });
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look(otherNodes).finally(() => {
        this.#looking = undefined;
      });
    }, noticeMs).unref();
  }

  /** Whether anybody answers the senders of the endpoint. */
  has(endpointId: number): boolean {
    return this.#byEndpoint.has(endpointId);
  }

  /** The responders of the endpoint, the most patient first; none if no request is to wait for any of them now. */
  of(endpointId: number): readonly Responder[] {
    const all = [...(this.#byEndpoint.get(endpointId) ?? [])];
    if (!all.some((responder) => responder.isAsked())) return [];
    return all.sort((a, b) => b.settings.waitMs - a.settings.waitMs);
  }

  /** A request waits from now on for those of them that are still there and are not left out; returns these. */
  ask(responders: readonly Responder[]): readonly Responder[] {
    const asked = responders.filter(
      (responder) =>
        this.#byEndpoint.get(responder.settings.endpointId)?.has(responder) && responder.isAsked(),
    );
    for (const responder of asked) responder.asked();
    return asked;
  }

  /**
   * Adds a responder of this node, which other nodes know a moment later. Senders wait for it until the result is called.
   * @throws {ApiError} `tooManyStreams` if the endpoint has too many, `noRoomForStream` if the node has
   * @throws {StoreUnavailable} if other nodes cannot be told
   */
  async open(asked: Omit<ResponderSettings, 'id'>): Promise<() => void> {
    if ((this.#byEndpoint.get(asked.endpointId)?.size ?? 0) >= maxOfEndpoint) {
      const sentence = `${maxOfEndpoint} live streams answer the senders of this endpoint, as many as may`;
      throw new ApiError('tooManyStreams', { sentence, retryAfterSeconds });
    }
    if (this.#own.size >= maxOfNode) {
      const sentence = 'Too many live streams answer senders here';
      throw new ApiError('noRoomForStream', { sentence, retryAfterSeconds });
    }
    const responder = new Responder({ ...asked, id: randomUUID() });
    this.#add(this.#own, responder);
    try {
      await this.#otherNodes?.responders.put(this.node, [responder.settings]);
    } catch (error) {
      this.#close(responder);
      throw error;
    }
    this.#otherNodes?.messages.tell('responders');
    return () => this.#close(responder);
  }

  /** Ends with all responders of this node. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe?.();
    await this.#looking;
    await this.#otherNodes?.responders.remove([...this.#own.keys()]).catch(() => undefined);
    this.#otherNodes?.messages.tell('responders');
  }

  #add(to: Map<string, Responder>, responder: Responder): void {
    const { id, endpointId } = responder.settings;
    to.set(id, responder);
    const ofEndpoint = this.#byEndpoint.get(endpointId) ?? new Set();
    this.#byEndpoint.set(endpointId, ofEndpoint.add(responder));
  }

  #remove(from: Map<string, Responder>, responder: Responder): void {
    const { id, endpointId } = responder.settings;
    from.delete(id);
    const ofEndpoint = this.#byEndpoint.get(endpointId);
    ofEndpoint?.delete(responder);
    if (ofEndpoint?.size === 0) this.#byEndpoint.delete(endpointId);
  }

  #close(responder: Responder): void {
    this.#remove(this.#own, responder);
    // If its row cannot be removed it runs out.
    void this.#otherNodes?.responders.remove([responder.settings.id]).then(
      () => this.#otherNodes?.messages.tell('responders'),
      () => undefined,
    );
  }

  async #look({ responders }: OtherNodes): Promise<void> {
    const isDue = performance.now() >= this.#renewAt;
    if (!isDue && !this.#isChanged) return;
    this.#isChanged = false;
    try {
      if (isDue) {
        this.#renewAt = performance.now() + renewMs;
        const own = this.#own.values().map(({ settings }) => settings);
        await responders.put(this.node, [...own]);
      }
      const found = await responders.readOthers(this.node, [...this.#ofOthers.keys()]);
      const ids = new Set(found.map(({ id }) => id));
      for (const [id, responder] of this.#ofOthers)
        if (!ids.has(id)) this.#remove(this.#ofOthers, responder);
      for (const { match, ...settings } of found)
        if (match !== null) this.#addOfOther({ ...settings, match });
    } catch (error) {
      this.#log.warn({ err: error }, 'The responders of all nodes could not be brought together');
    }
  }

  /** A newer node may have taken a match that this one cannot read: then it answers nothing here. */
  #addOfOther(settings: ResponderSettings): void {
    try {
      this.#add(this.#ofOthers, new Responder(settings));
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
    }
  }
}
