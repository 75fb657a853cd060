import type { Logger } from 'pino';
import type { OtherNodes } from '../database/other-nodes.ts';
import type { Listener, ListenerSettings } from './listener.ts';
import type { ListenerOutcome, Listeners } from './listeners.ts';

/** A node renews what it shows to others so often, and looks at what they show even if nobody told it to. */
const renewMs = 2500;
/** Two looks have so much time between them: whoever opens and closes streams all the time makes nodes look no more often. */
const restMs = 50;
/** More endpoints than these are looked at with all others. */
const mostEndpointsInLook = 500;

type LookedAt = ReadonlySet<number> | 'all';

/**
 * The listeners of this node, told to the other nodes on the database, and theirs. A message is a hint: whoever hears it
 * reads the rows of the endpoint. What nodes know of the requests that listeners let pass, they tell each other as well.
 */
export class NodeListeners {
  readonly #listeners: Listeners;
  readonly #others: OtherNodes | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #own = new Map<string, ListenerSettings>();
  /** The listeners of other nodes, by id, with their endpoints. */
  readonly #ofOthers = new Map<string, number>();
  #toLookAt: Set<number> | 'all' = new Set();
  #looking: Promise<void> | undefined;
  readonly #renewing: NodeJS.Timeout | undefined;
  readonly #stopListening: (() => void) | undefined;
  /** Rows of listeners that are gone, while they are being removed. */
  readonly #removing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(
    listeners: Listeners,
    others: OtherNodes | undefined,
    log: Pick<Logger, 'warn'>,
    everyMs = renewMs,
  ) {
    this.#listeners = listeners;
    this.#others = others;
    this.#log = log;
    if (others === undefined) return;
    this.#stopListening = others.messages.listen({
      hear: (message) => this.#hear(message),
      missed: () => this.#look('all'),
    });
    this.#renewing = setInterval(() => void this.#renew(others), everyMs).unref();
    this.#look('all');
  }

  /**
   * Adds a listener of this node; other nodes know it a moment later.
   * @throws {StoreUnavailable} if they cannot be told
   */
  async add(settings: ListenerSettings): Promise<void> {
    this.#own.set(settings.id, settings);
    this.#listeners.add(settings);
    try {
      await this.#others?.listeners.put(this.#listeners.node, settings);
    } catch (error) {
      this.remove(settings);
      throw error;
    }
    this.#tell(settings.endpointId);
  }

  remove({ id, endpointId }: Pick<ListenerSettings, 'id' | 'endpointId'>): void {
    if (!this.#own.delete(id)) return;
    this.#listeners.remove(id);
    if (this.#others === undefined) return;
    // If it cannot be removed it runs out.
    const removing = this.#others.listeners.remove(id).then(
      () => this.#tell(endpointId),
      () => undefined,
    );
    this.#removing.add(removing);
    void removing.then(() => this.#removing.delete(removing));
  }

  /** A request that waited for these ended. */
  ended(listeners: readonly Listener[], outcome: ListenerOutcome): void {
    // Where all went well before there is nothing to tell.
    const told = listeners.filter(
      ({ hasLetPass }) => outcome === 'passed' || (outcome === 'answered' && hasLetPass),
    );
    this.#listeners.ended(listeners, outcome);
    const { node } = this.#listeners;
    for (const { settings } of told)
      this.#others?.messages.tell(`${outcome} ${node} ${settings.id}`);
  }

  /** Ends with all listeners of this node. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#renewing);
    this.#stopListening?.();
    await this.#looking;
    await Promise.all(this.#removing);
    if (this.#own.size === 0) return;
    await this.#others?.listeners.removeAllOf(this.#listeners.node).catch(() => undefined);
    for (const { endpointId } of this.#own.values()) this.#tell(endpointId);
  }

  #tell(endpointId: number): void {
    this.#others?.messages.tell(`listeners ${this.#listeners.node} ${endpointId}`);
  }

  #hear(message: string): void {
    const [kind, node, about = ''] = message.split(' ');
    if (node === this.#listeners.node) return;
    if (kind === 'listeners') {
      const endpointId = Number(about);
      if (Number.isSafeInteger(endpointId)) this.#look(new Set([endpointId]));
    } else if (kind === 'passed' || kind === 'answered') {
      const listener = this.#listeners.get(about);
      if (listener !== undefined) this.#listeners.ended([listener], kind);
    }
  }

  async #renew({ listeners }: OtherNodes): Promise<void> {
    try {
      const { node } = this.#listeners;
      const renewed = new Set(await listeners.renew(node));
      // A node that stood still for long had its own taken away.
      for (const settings of [...this.#own.values()])
        if (!renewed.has(settings.id)) await listeners.put(node, settings);
    } catch (error) {
      this.#log.warn(
        { err: error },
        'Streams that answer senders could not be shown to other nodes',
      );
    }
    this.#look('all');
  }

  #look(at: LookedAt): void {
    if (this.#isClosed) return;
    if (at === 'all' || this.#toLookAt === 'all') this.#toLookAt = 'all';
    else for (const endpointId of at) this.#toLookAt.add(endpointId);
    this.#looking ??= this.#lookAtAll();
  }

  async #lookAtAll(): Promise<void> {
    while (!this.#isClosed && (this.#toLookAt === 'all' || this.#toLookAt.size > 0)) {
      const wanted = this.#toLookAt;
      this.#toLookAt = new Set();
      const isMany = wanted !== 'all' && wanted.size > mostEndpointsInLook;
      try {
        await this.#lookAt(isMany ? 'all' : wanted);
      } catch (error) {
        this.#log.warn({ err: error }, 'Streams of other nodes that answer senders are not known');
      }
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    this.#looking = undefined;
  }

  async #lookAt(at: LookedAt): Promise<void> {
    if (this.#others === undefined) return;
    const { listeners } = this.#others;
    const found = await listeners.readOthers(
      this.#listeners.node,
      at === 'all' ? undefined : [...at],
    );
    const ids = new Set(found.map(({ id }) => id));
    for (const [id, endpointId] of [...this.#ofOthers]) {
      if (ids.has(id) || !(at === 'all' || at.has(endpointId))) continue;
      this.#ofOthers.delete(id);
      this.#listeners.remove(id);
    }
    const isNew = found.filter(({ id }) => !this.#ofOthers.has(id));
    if (isNew.length === 0) return;
    const matches = await listeners.readMatches(isNew.map(({ id }) => id));
    const matchOf = new Map(matches.map(({ id, match }) => [id, match]));
    for (const settings of isNew) {
      const match = matchOf.get(settings.id);
      if (match === undefined) continue;
      this.#ofOthers.set(settings.id, settings.endpointId);
      this.#listeners.add({ ...settings, match });
    }
  }
}
