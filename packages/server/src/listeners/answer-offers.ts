import { createHash } from 'node:crypto';
import type { LiteralAnswer } from '@hookwell/core/rules';
import { StoreUnavailable } from '../database/errors.ts';
import type { OtherNodes } from '../database/other-nodes.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { remember } from '../fairness/remember.ts';

/** The length of the head stands before it. */
const lengthBytes = 4;

type Head = Pick<LiteralAnswer, 'status' | 'headers'> & { retryAfter: number | null };

/** An answer in one piece, on its way from node to node. */
function packAnswer({ status, headers, retryAfter, body }: LiteralAnswer): Uint8Array {
  const head = Buffer.from(
    JSON.stringify({ status, headers, retryAfter: retryAfter ?? null } satisfies Head),
  );
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** The answer that `packAnswer` packed. */
function unpackAnswer(packed: Uint8Array): LiteralAnswer {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = lengthBytes + bytes.readUInt32BE(0);
  // `packAnswer` writes this.
  const head = JSON.parse(bytes.subarray(lengthBytes, end).toString()) as Head;
  return {
    status: head.status,
    headers: head.headers,
    retryAfter: head.retryAfter ?? undefined,
    body: bytes.subarray(end),
  };
}

/** The node of a sender takes an answer within this time, or counts as gone. */
export const patienceMs = 4000;
/** It is told anew, and the row looked at, so often. */
const lookMs = 500;

/** The bytes of answers on their way to other nodes, in the database as well. */
const offeredBytes: BudgetLimits = {
  total: 24 * 1024 * 1024,
  perParty: 4 * 1024 * 1024,
  mostWaiting: 200,
  sentence: 'Too many answers are on their way to senders on other nodes',
};

/** So many statements about answers between nodes are under way at once. */
const turns: BudgetLimits = { total: 4, perParty: 2 };

/** So many answers that were given are remembered, for nodes that did not hear of it. */
const mostRemembered = 2000;

/** What became of an answer: `late` if the sender waits no more, `unreachable` if its node does not take it. */
export type OfferOutcome = 'given' | 'late' | 'unreachable';

/** An answer that is offered to a sender. */
interface OfferedAnswer {
  answer: LiteralAnswer;
  /** What tells it from others that may be offered in its place. */
  digest: Uint8Array;
}

/** An offer that waits for the node of its sender. */
class WaitingOffer {
  #word: string | undefined;
  #isNews = false;
  #wake = (): void => undefined;

  /** @param word what that node tells of it */
  hear(word: string): void {
    this.#word = word;
    this.#isNews = true;
    this.#wake();
  }

  /** Whether that node tells that the sender got it. */
  get isGiven(): boolean {
    return this.#word === 'given';
  }

  /** Whether that node tells that the sender did not get it so far. */
  get isOpen(): boolean {
    return this.#word === 'open';
  }

  /** Resolves once it hears something, or after a while; tells whether it did. */
  async next(): Promise<boolean> {
    if (!this.#isNews) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const isNews = this.#isNews;
    this.#isNews = false;
    return isNews;
  }
}

/** Hands answers over to the nodes of their senders: through the row of the wait, where they stand until they are taken. */
export class AnswerOffers {
  readonly #others: OtherNodes;
  readonly #budget = new Budget(offeredBytes);
  readonly #turns = new Budget(turns);
  /** Those that wait for an offer to be taken, by capture. */
  readonly #waiting = new Map<number, WaitingOffer>();
  /** The captures whose senders on this node got the answer of another one, the last one last. */
  readonly #given = new Map<number, true>();
  readonly #stopListening: () => void;

  /** @param onOffered called with the capture of each answer that is offered to this node */
  constructor(node: string, others: OtherNodes, onOffered: (captureId: number) => void) {
    this.#others = others;
    this.#stopListening = others.messages.listen({
      hear: (message) => {
        const [kind, to, id = '', word = ''] = message.split(' ');
        const captureId = Number(id);
        if (!Number.isSafeInteger(captureId)) return;
        if (kind === 'settled') this.#waiting.get(captureId)?.hear(word);
        if (kind !== 'offered' || to !== node) return;
        if (this.#given.has(captureId)) this.settled(captureId, true);
        else onOffered(captureId);
      },
      missed: () => undefined,
    });
  }

  /**
   * Offers an answer to the node of its sender. It is given once that node has told so: what it has taken it may be unable to
   * send.
   * @param left aborted when others need the room of the answer: then it is taken back
   * @throws {Overloaded} if too many are on their way
   * @throws {StoreUnavailable} if nobody knows
   */
  async give(
    captureId: number,
    node: string,
    answer: LiteralAnswer,
    party: number,
    left: AbortSignal,
  ): Promise<OfferOutcome> {
    const { offers } = this.#others;
    const client = { gone: left, cut() {} };
    const hold = await this.#budget.acquire(party, answer.body.length, client);
    try {
      const offer = () => offers.offer(captureId, answer, packAnswer(answer));
      if (!(await this.inTurn(party, offer))) return 'late';
      const waiting = new WaitingOffer();
      this.#waiting.set(captureId, waiting);
      return await this.#outcome(captureId, node, waiting, left).finally(() =>
        this.#waiting.delete(captureId),
      );
    } finally {
      hold.release();
    }
  }

  async #outcome(
    captureId: number,
    node: string,
    waiting: WaitingOffer,
    left: AbortSignal,
  ): Promise<OfferOutcome> {
    const { offers, messages } = this.#others;
    const giveUpAt = performance.now() + patienceMs;
    const tell = () => messages.tell(`offered ${node} ${captureId}`);
    tell();
    while (performance.now() < giveUpAt && !left.aborted) {
      const hasHeard = await waiting.next();
      const found = await offers.look(captureId);
      if (found !== 'offered' && waiting.isGiven) return 'given';
      // A row goes with its capture, also after the sender got the answer.
      if (found === 'gone' && waiting.isOpen) return 'late';
      // One that has answered is busy with it.
      if (!hasHeard) tell();
    }
    if (await offers.takeBack(captureId)) return 'unreachable';
    if (waiting.isGiven) return 'given';
    if (waiting.isOpen && (await offers.look(captureId)) === 'gone') return 'late';
    throw new StoreUnavailable('The node of a sender has not told whether it got an answer');
  }

  /** Does something about an answer in the turn of its party. */
  inTurn<Result>(party: number, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(party, work);
  }

  /** The answer that is offered to a sender, if one is. */
  async read(captureId: number): Promise<OfferedAnswer | undefined> {
    const document = await this.#others.offers.read(captureId);
    if (document === undefined) return undefined;
    const digest = createHash('sha256').update(document).digest();
    return { answer: unpackAnswer(document), digest };
  }

  /** Takes an answer that is offered. False if it is not any more. */
  take(captureId: number, digest: Uint8Array): Promise<boolean> {
    return this.#others.offers.take(captureId, digest);
  }

  /** Whether the answer to a capture was taken. */
  async isTaken(captureId: number): Promise<boolean> {
    return (await this.#others.offers.look(captureId)) === 'taken';
  }

  /** Tells who offered an answer whether its sender got it; it may still get it if not. */
  settled(captureId: number, isGiven: boolean): void {
    if (isGiven) remember(this.#given, captureId, true, mostRemembered);
    this.#others.messages.tell(`settled - ${captureId} ${isGiven ? 'given' : 'open'}`);
  }

  /** Whether the time of a wait is over. */
  isOver(captureId: number): Promise<boolean> {
    return this.#others.offers.isOver(captureId);
  }

  /** Removes waits that were over for so long, with what was offered to them. */
  removeLeft(leftForMs: number): Promise<void> {
    return this.#others.offers.removeLeft(leftForMs);
  }

  close(): void {
    this.#stopListening();
  }
}
