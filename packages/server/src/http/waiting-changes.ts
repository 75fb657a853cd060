import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ClientAddress, networkPrefixOf } from '../connections/client-address.ts';
import type { Budget, BudgetLimits, Hold } from '../fairness/budget.ts';
import { type Lease, SharedLimit } from '../fairness/shared-limit.ts';
import type { Parts } from '../parts.ts';
import { isSafe } from './credentials.ts';

/** Captures wait for so many transactions at most, and reads find connections to the database: other changes wait here. */
export const writeTurns: BudgetLimits = {
  total: 4,
  perParty: 1,
  sentence: 'Too many changes are being made at once',
};
/** A request waits for its turn for so long at most: in an outage of the database every turn takes seconds. */
export const longestWaitMs = 5000;
/** All requests whose bodies are being read, or that wait for their turn; a party may have half of it. */
export const mostWaitingBytes = 32 * 1024 * 1024;
/** A request that waits takes so much beside its body. */
export const waitingRequestBytes = 16 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler waits for turns itself where it needs some: its request keeps its place until it is answered. */
    hasOwnTurns?: boolean;
    /** Nobody is told of a change, whatever the method. */
    changesNothing?: boolean;
  }
  interface FastifyRequest {
    /** Of every request but those that only read. */
    place: ChangeSlot | undefined;
  }
}

/** The place of a request among those that wait. It is given up when its client has gone, or if there is no room. */
export class ChangeSlot {
  readonly party: number;
  readonly #leaving = new AbortController();
  readonly #request: FastifyRequest;
  readonly #lease: Lease | undefined;
  #turn: Hold | undefined;

  constructor(party: number, memory: SharedLimit, request: FastifyRequest, response: FastifyReply) {
    this.party = party;
    this.#request = request;
    const bytes = waitingRequestBytes + bodyBytesOf(request);
    this.#lease = memory.take(party, bytes);
    if (this.#lease === undefined) this.giveUp();
    response.raw.once('close', () => this.giveUp());
  }

  /** Aborted when the place is given up, and when the request was answered. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  giveUp(): void {
    // Without a reason an error would be made of each.
    this.#leaving.abort(null);
  }

  /**
   * Waits for the turn of its party.
   * @throws {Overloaded} if the place is given up meanwhile
   */
  async takeTurn(turns: Budget, longestMs: number): Promise<void> {
    const { socket } = this.#request;
    const cut = () => this.giveUp();
    // A client that shuts down its side while it waits counts as gone: no write to it could tell.
    socket.setMaxListeners(0).once('end', cut);
    const timer = setTimeout(cut, longestMs);
    try {
      this.#turn = await turns.acquire(this.party, 1, { gone: this.left });
    } finally {
      clearTimeout(timer);
      socket.off('end', cut);
    }
  }

  /** It waits no more. */
  begin(): void {
    this.#lease?.release();
  }

  /** Gives back all that it holds. */
  end(): void {
    this.#lease?.release();
    this.#turn?.release();
  }
}

/** The memory that the body will take; as much as it may have if its sender does not say. */
function bodyBytesOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit;
  if (headers['transfer-encoding'] !== undefined) return most;
  return Math.min(Number(headers['content-length'] ?? 0), most);
}

/**
 * Bounds what the requests of the API have in memory before their handlers run, and lets those that change something wait
 * for the turn of their party. A turn comes once the body was read, so that no slow sender holds one, and ends with the
 * answer of the handler, whether or not anybody is there to take it. To be called once callers are known, before
 * `registerRequestBodies`.
 * @returns what refuses all that wait, for a stop that has to end
 */
export function waitInTurn(
  app: FastifyInstance,
  {
    parties,
    writes,
    store,
  }: Pick<Parts, 'parties' | 'writes'> & { store: Pick<Parts['store'], 'changes'> },
  clientAddress: ClientAddress,
  longestMs: number = longestWaitMs,
): () => void {
  const memory = new SharedLimit(mostWaitingBytes);
  const waiting = new Set<ChangeSlot>();

  function partyOf({ caller, raw }: FastifyRequest): number {
    if (caller !== undefined) return parties.of(caller.account.id);
    return parties.ofNetwork(networkPrefixOf(clientAddress(raw)));
  }

  app.decorateRequest('place', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || isSafe(request.method)) return;
    request.place = new ChangeSlot(partyOf(request), memory, request, reply);
    waiting.add(request.place);
  });
  app.addHook('preValidation', async ({ caller, place, routeOptions }) => {
    if (caller !== undefined && !routeOptions.config.hasOwnTurns)
      await place?.takeTurn(writes, longestMs);
  });
  app.addHook('preHandler', async ({ place, routeOptions }) => {
    if (place === undefined || routeOptions.config.hasOwnTurns) return;
    waiting.delete(place);
    place.begin();
  });
  // Every request is answered, even one whose client has gone; and a failure before the handler is an answer too.
  app.addHook('onSend', async ({ place, caller, routeOptions }, { statusCode }) => {
    if (place === undefined) return;
    waiting.delete(place);
    place.end();
    const isRefused = statusCode >= 400 && statusCode < 500;
    if (caller !== undefined && !isRefused && !routeOptions.config.changesNothing)
      store.changes.tell(caller.account.id);
  });

  return () => {
    for (const place of waiting) place.giveUp();
  };
}
