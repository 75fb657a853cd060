import { createHash } from 'node:crypto';
import type { LiteralAnswer } from '@hookwell/replies';
import { pino } from 'pino';
import { AccountChanges } from '../../src/database/account-changes.ts';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { NodeMessages } from '../../src/database/node-messages.ts';
import type { OfferedAnswers, OtherNodes } from '../../src/database/other-nodes.ts';
import type { Database } from '../../src/database/tables.ts';
import { Shares } from '../../src/fairness/shares.ts';
import { AnswerOffers, type OfferOutcome } from '../../src/listeners/answer-offers.ts';
import { AnswerRows } from '../../src/listeners/answer-rows.ts';
import { Listeners } from '../../src/listeners/listeners.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { Parts } from '../../src/parts.ts';
import { AnswerNotes } from '../../src/replies/answer-notes.ts';
import { AnswerSender } from '../../src/replies/answer-sender.ts';
import { GivenAnswers } from '../../src/replies/given-answers.ts';
import { fairParts } from '../fair-parts.ts';
import { noSecrets } from '../no-secrets.ts';
import { exchange } from './exchange.ts';
import { MemoryDatabase } from './memory-database.ts';
import type { Fate, Schedule } from './schedule.ts';

const metrics = createMetrics();
const log = pino({ level: 'silent' });
const database = new MemoryDatabase();
const accountId = 1;
const endpointId = 1;

/** What a sender is answered if no listener does. */
export const otherwise = 200;
/** Answers of listeners have this status, and their number in front of the body. */
export const listenerStatus = 299;

/** A sender that waits, and what it got. */
export interface WaitingSender {
  captureId: number;
  node: number;
  /** By the clock of the run, once it waits. */
  waitsUntil: number | undefined;
  hasHungUp: boolean;
  /** Whether the capture could not be stored, as far as its node knows. */
  isRefused: boolean;
  /** Everything that came. */
  text: string | undefined;
  answeredAt: number | undefined;
  /** The row of its wait when it was answered. */
  rowThen: string | null | undefined;
}

/** Somebody who answered a sender, and what they were told. */
export interface Given {
  captureId: number;
  number: number;
  outcome: OfferOutcome | 'unknown' | undefined;
}

/** The offered answers beside the rows of waits, as PostgreSQL keeps them. */
class SharedOffers {
  readonly #documents = new Map<number, Uint8Array>();

  /** The answer in a row; null while it waits, undefined without a row. */
  answerOf(captureId: number): string | null | undefined {
    const sql = 'select answer from listener_answer where capture_id = ?';
    const row = database.connection.row(sql, captureId);
    if (row === undefined) this.#documents.delete(captureId);
    const answer = row?.[0];
    return answer === undefined || answer === null ? answer : String(answer);
  }

  /** @param fateOf what becomes of a question of the node, if that is decided already */
  of(fateOf: (label: string) => Fate | undefined): OfferedAnswers {
    const ask = <Answer>(label: string, effect: () => Answer) =>
      database.ask(label, effect, fateOf(label));
    const isOffered = (id: number) =>
      typeof this.answerOf(id) === 'string' && this.#documents.has(id);
    const set = (id: number, answer: string | null) =>
      database.connection.run(
        'update listener_answer set answer = ? where capture_id = ?',
        answer,
        id,
      );
    return {
      offer: (id, { status }, document) =>
        ask('offer', () => {
          if (this.answerOf(id) !== null) return false;
          set(id, String(status));
          this.#documents.set(id, document);
          return true;
        }),
      read: (id) => ask('read offer', () => (isOffered(id) ? this.#documents.get(id) : undefined)),
      take: (id, digest) =>
        ask('take', () => {
          const document = this.#documents.get(id);
          if (!isOffered(id) || document === undefined) return false;
          const itsDigest = createHash('sha256').update(document).digest();
          return itsDigest.equals(digest) && this.#documents.delete(id);
        }),
      look: (id) =>
        ask('look at offer', () => {
          if (typeof this.answerOf(id) !== 'string') return 'gone';
          return this.#documents.has(id) ? 'offered' : 'taken';
        }),
      takeBack: (id) =>
        ask('take back', () => {
          if (!isOffered(id)) return false;
          set(id, null);
          return this.#documents.delete(id);
        }),
      isOver: (id) =>
        ask('is over', () => {
          const sql = 'select 1 from listener_answer where capture_id = ? and waits_until < ?';
          return database.connection.row(sql, id, Date.now()) !== undefined;
        }),
      removeLeft: () => Promise.resolve(),
    };
  }
}

interface WaitingNode {
  messages: NodeMessages;
  sender: AnswerSender;
  answers: GivenAnswers;
  listeners: Listeners;
}

/** Two nodes whose senders wait for listeners, which answer at either of them. */
export class WaitingNodes {
  readonly senders: WaitingSender[] = [];
  readonly given: Given[] = [];
  /** By node, once it stops: its senders are answered before their time. */
  readonly stopped = new Set<number>();
  readonly #schedule: Schedule;
  readonly #offers = new SharedOffers();
  readonly #nodes: readonly WaitingNode[];
  /** The nodes that are cut off as soon as they take an answer, and for how long. */
  readonly #cutOff = new Map<number, { isCut: boolean; forMs: number }>();
  readonly #sockets = new Map<number, () => void>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    const db = database.begin(schedule);
    this.#nodes = [this.#node(db, 0), this.#node(db, 1)];
  }

  #node(db: Database, number: number): WaitingNode {
    const listeners = new Listeners();
    const { node } = listeners;
    const messages = new NodeMessages(async (told) => {
      await this.#schedule.later('messages are sent');
      if (this.#cutOff.get(number)?.isCut) return;
      for (const message of told) {
        for (const other of this.#nodes) {
          if (this.#schedule.nextFate() === 'done') void this.#tell(other, message);
        }
      }
    });
    const unused = () => Promise.reject(new Error('nobody asks for this'));
    const others: OtherNodes = {
      messages,
      offers: this.#offers.of((label) => this.#fateOf(number, label)),
      listeners: {
        ...{ put: unused, remove: unused, renew: unused },
        ...{ removeAllOf: unused, readOthers: unused, readMatches: unused },
      },
    };
    const changes = new AccountChanges(() => Promise.resolve());
    const captures = { noteAnswers: () => Promise.resolve() };
    // Those who answer ask nothing else of a store.
    const store = { db, changes, captures } as unknown as Parts['store'];
    const parts = { store, log, metrics, secrets: noSecrets, ...fairParts() };
    const rows = new AnswerRows(db);
    const offers = new AnswerOffers(node, others, (id) => sender.listenerWaits.takeOffered(id));
    const shares = new Shares(1000);
    const sender: AnswerSender = new AnswerSender(
      parts,
      { hold: (party, giveWay) => shares.take(party, 1, giveWay) },
      new AnswerNotes(parts),
      { rows, offers, ended: (asked, outcome) => listeners.ended(asked, outcome) },
    );
    const answers = new GivenAnswers({ node, rows, waits: sender.listenerWaits, offers });
    return { messages, sender, answers, listeners };
  }

  async #tell({ messages }: WaitingNode, message: string): Promise<void> {
    await this.#schedule.later('a message');
    messages.heard(message);
  }

  /** A capture is stored together with its wait, and then its sender waits. */
  async send(node: number, waitMs: number): Promise<void> {
    const { sender, listeners } = this.#of(node);
    const captureId = this.senders.length + 1;
    const waiting: WaitingSender = {
      ...{ captureId, node, waitsUntil: undefined, hasHungUp: false, isRefused: false },
      ...{ text: undefined, answeredAt: undefined, rowThen: undefined },
    };
    this.senders.push(waiting);
    const { response, answered, socket } = exchange('token', '');
    this.#sockets.set(captureId, () => socket.destroy());
    void answered.then((text) => {
      waiting.text = text;
      waiting.answeredAt = performance.now();
      waiting.rowThen = this.#offers.answerOf(captureId);
    });
    try {
      await database.ask('a capture that waits', () => {
        const sql = 'insert into listener_answer (capture_id, node, waits_until) values (?, ?, ?)';
        database.connection.run(sql, captureId, listeners.node, Date.now() + waitMs);
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      waiting.isRefused = true;
      return;
    }
    waiting.waitsUntil = performance.now() + waitMs;
    const of = { accountId, party: accountId, endpointId, captureId };
    const acknowledge = () => {
      response.answer(otherwise, ['Content-Length', '9'], 'otherwise');
    };
    const asked = { waitMs, listeners: [], matching: [] };
    sender.awaitListeners(response, asked, of, { answer: undefined, acknowledge });
  }

  /** Somebody answers a sender at a node. */
  async give(node: number, captureId: number): Promise<void> {
    const number = this.given.length + 1;
    const given: Given = { captureId, number, outcome: undefined };
    this.given.push(given);
    const answer: LiteralAnswer = {
      ...{ status: listenerStatus, headers: [], retryAfter: undefined },
      body: Buffer.from(`listener ${number}`),
    };
    const left = new AbortController().signal;
    try {
      const { answers } = this.#of(node);
      given.outcome = await answers.give(captureId, answer, accountId, () => {}, left);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      given.outcome = 'unknown';
    }
  }

  hangUp(captureId: number): void {
    const sender = this.senders[captureId - 1];
    if (sender === undefined || sender.answeredAt !== undefined) return;
    sender.hasHungUp = true;
    this.#sockets.get(captureId)?.();
  }

  /** The reply to the next answer that a node takes is lost, and then it can ask and tell nothing about offers for so long. */
  cutOff(node: number, forMs: number): void {
    this.#cutOff.set(node, { isCut: false, forMs });
  }

  #fateOf(node: number, label: string): Fate | undefined {
    const cutOff = this.#cutOff.get(node);
    if (cutOff?.isCut) return 'failed';
    if (cutOff === undefined || label !== 'take') return undefined;
    cutOff.isCut = true;
    setTimeout(() => this.#cutOff.delete(node), cutOff.forMs);
    return 'lost';
  }

  async stop(node: number): Promise<void> {
    const { sender } = this.#of(node);
    this.stopped.add(node);
    sender.stop();
    await sender.close();
  }

  /** Whether each sender on the node waits no more. */
  isDone(): boolean {
    return this.#nodes.every(({ sender }) => sender.listenerWaits.count === 0);
  }

  #of(node: number): WaitingNode {
    const found = this.#nodes[node];
    if (found === undefined) throw new Error(`there is no node ${node}`);
    return found;
  }
}
