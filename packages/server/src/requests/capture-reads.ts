import type { Match } from '@hookwell/core/match';
import type { StoredCapture } from '../capture-log/captures.ts';
import { Budget, type BudgetLimits, type Client } from '../fairness/budget.ts';
import { LoopTime } from '../fairness/loop-time.ts';
import type { Parties } from '../fairness/parties.ts';
import { type RateLimits, Rates } from '../fairness/rates.ts';
import type { Parts } from '../parts.ts';
import type { PieceView } from '../rendering/capture-document.ts';
import type { CaptureRenderer } from '../rendering/capture-renderer.ts';
import {
  bytesToDecode,
  bytesToRead,
  type CaptureView,
  captureText,
  isHeavy,
} from '../rendering/text/capture-text.ts';
import { ownBytes } from '../threads/messages.ts';
import { type CapturePieces, DocumentPieces, type PieceBudgets } from './capture-pieces.ts';
import { documentMatches } from './document-match.ts';
import {
  type DocumentSource,
  OpenDocuments,
  StoredBody,
  smallDocumentBytes,
} from './open-documents.ts';

const mebibyte = 1024 * 1024;

/** Documents that no reader asks for may be closed while others wait for the room. */
const whileOthersWait = {
  mostWaiting: 1000,
  cutting: { timeForMs: () => 100, cutsOwn: true, lookEveryMs: 50 },
};

/**
 * Large or compressed captures in memory, in bytes: from before they are read until they have no readers, or others
 * need the room and no reader has asked for a piece for a moment. A body of the largest size takes more than an
 * account's share while it is read, so a party has one such body read at a time.
 */
const largeDocumentBytes: BudgetLimits = {
  total: 32 * mebibyte,
  reserve: 16 * mebibyte,
  perParty: 26 * mebibyte,
  ...whileOthersWait,
};

/** Captures that take little while they are read have room of their own. */
const smallDocumentsBytes: BudgetLimits = {
  total: 12 * mebibyte,
  reserve: 12 * mebibyte,
  perParty: smallDocumentBytes,
  ...whileOthersWait,
};

/** Pieces of them, in bytes, until sockets have taken them. */
const heldPieceBytes: BudgetLimits = {
  total: 24 * mebibyte,
  reserve: 24 * mebibyte,
  perParty: 4 * mebibyte,
  mostWaiting: 1000,
  cutting: { timeForMs: () => 10_000, cutsOwn: true, lookEveryMs: 500 },
};

/**
 * Pieces that are being made: so few of an account that its readers, however many and fast, take the event loop and
 * the thread for no more than that between two turns of others.
 */
const piecesInTheMaking: BudgetLimits = {
  total: Number.POSITIVE_INFINITY,
  perParty: 2,
  mostWaiting: 1000,
};

/**
 * Pages of lists, and single captures, that are being read: with odd texts a page takes the thread of SQLite 15 ms, so whoever comes
 * next waits for a few of them. A party may have them all: where the database is slow, two would be few for its own list.
 */
const pagesBeingRead: BudgetLimits = { total: 4, reserve: 4, perParty: 4, mostWaiting: 1000 };

/** Pages of deliveries: each may have ten thousand attempts, some tenths of a second of PostgreSQL and of the event loop. */
const deliveriesBeingRead: BudgetLimits = { total: 1, reserve: 1, perParty: 1, mostWaiting: 1000 };

/** Settings and contracts that are being read: they come in one piece, of up to 256 KiB. */
const documentsBeingRead: BudgetLimits = { ...piecesInTheMaking, perParty: 2 };

/** Only few captures of the largest size are longer than the burst as texts. */
const readRateLimits: RateLimits = { burst: 64 * mebibyte, perSecond: 64 * mebibyte };

/**
 * Searches decide about one such capture of an account at a time, and at a lower rate: they take every body that there
 * is, as fast as it can be read, and no network slows them down. At the rate of readers two accounts that searched
 * bodies of 25 MiB made the reads of others on PostgreSQL ten times as slow.
 */
const bodiesBeingDecided: BudgetLimits = { ...piecesInTheMaking, perParty: 1 };
const searchRateLimits: RateLimits = {
  burst: 64 * mebibyte,
  perSecond: 16 * mebibyte,
};

/** Lists under way: each has at most two pages and a text in memory, half a MiB, or little more with odd texts. */
const openLists: BudgetLimits = {
  total: 160,
  reserve: 96,
  perParty: 16,
  mostWaiting: 250,
  cutting: { timeForMs: () => 10_000, cutsOwn: false, lookEveryMs: 500 },
};

/**
 * Reads captures for their readers. Small ones cost next to nothing; large or compressed ones are given in pieces,
 * each for its share of a budget, so that all readers together cost a bounded amount of memory, however slow they
 * are.
 */
export class CaptureReads {
  readonly lists: Budget;
  readonly pages = new Budget(pagesBeingRead);
  readonly #deliveries = new Budget(deliveriesBeingRead);
  readonly #documents = new Budget(documentsBeingRead);
  /** In bytes of what is large. */
  readonly #readRate = new Rates(readRateLimits);
  /** Shared by all readers. */
  readonly #shared: { documents: OpenDocuments; pieces: PieceBudgets };
  /** For the texts of small captures and of lists. */
  readonly #loopTime = new LoopTime();
  readonly #decided = new Budget(bodiesBeingDecided);
  readonly #searchRate = new Rates(searchRateLimits);
  readonly #captures: Parts['store']['captures'];
  readonly #maxBodyBytes: number;
  readonly #renderer: CaptureRenderer;
  readonly #parties: Parties;

  constructor(
    { store, config, metrics, parties }: Pick<Parts, 'store' | 'config' | 'metrics' | 'parties'>,
    renderer: CaptureRenderer,
  ) {
    this.lists = new Budget(openLists, metrics.openLists);
    const rate = this.#readRate;
    this.#shared = {
      documents: new OpenDocuments({
        small: new Budget(smallDocumentsBytes, metrics.heavyReadBytes),
        large: new Budget(largeDocumentBytes, metrics.heavyReadBytes),
        rate,
      }),
      pieces: {
        held: new Budget(heldPieceBytes, metrics.heavyPieceBytes),
        made: new Budget(piecesInTheMaking),
        rate,
      },
    };
    this.#captures = store.captures;
    this.#maxBodyBytes = config.maxBodyBytes;
    this.#renderer = renderer;
    this.#parties = parties;
  }

  /** The text of a capture as the log gave it; undefined if it is large or compressed. Odd texts take a few milliseconds. */
  async lightText(
    capture: StoredCapture,
    view: CaptureView,
    accountId: number,
  ): Promise<string | undefined> {
    if (isHeavy(capture, view)) return undefined;
    return await this.inTurn(accountId, () => captureText(capture, view));
  }

  /** Does a short piece of work on the event loop, in the turn of the account's party. */
  inTurn<Result>(accountId: number, work: () => Result): Promise<Result> {
    return this.#loopTime.run(this.#parties.of(accountId), work);
  }

  /** Reads a capture, or what is about as much, within what the account's party may read at once. */
  read<Result>(accountId: number, read: () => Promise<Result>): Promise<Result> {
    return this.pages.run(this.#parties.of(accountId), read);
  }

  /** Reads a page of deliveries, within what the account's party may read of them at once. */
  readDeliveries<Result>(accountId: number, read: () => Promise<Result>): Promise<Result> {
    return this.#deliveries.run(this.#parties.of(accountId), read);
  }

  /** Reads settings or a contract, within what the account's party may read at once and in time. */
  readDocument<Found extends { document: string }>(
    accountId: number,
    read: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const party = this.#parties.of(accountId);
    return this.#documents.run(party, async () => {
      await this.#readRate.wait(party);
      const found = await read();
      this.#readRate.count(party, found?.document.length ?? 0);
      return found;
    });
  }

  /** The text of a large or compressed capture (`isHeavy`), given with or without its body, for one reader. */
  open(accountId: number, capture: StoredCapture, view: PieceView, client: Client): CapturePieces {
    return new DocumentPieces(this.#shared, this.#source(accountId, capture), view, client);
  }

  /**
   * Whether a match holds for such a capture; `undefined` if it was deleted.
   * @throws {StoreUnavailable | NotAnswered | Overloaded} if it cannot be read now
   */
  matches(
    accountId: number,
    capture: StoredCapture,
    { match, nowMs }: { match: Match; nowMs: number },
    client: Client,
  ): Promise<boolean | undefined> {
    const { documents } = this.#shared;
    const budgets = { documents, decided: this.#decided, rate: this.#searchRate };
    // The document is that of everybody who reads the capture: it has no kept headers.
    const { keptHeaders, ...shown } = capture;
    const tried = { match, nowMs, keptHeaders };
    return documentMatches(budgets, this.#source(accountId, shown), tried, client);
  }

  #source(accountId: number, capture: StoredCapture): DocumentSource {
    const party = this.#parties.of(accountId);
    return {
      key: `text ${accountId} ${capture.id}`,
      party,
      sentBytes: bytesToRead(capture),
      decodedBytes: bytesToDecode(capture, this.#maxBodyBytes),
      read: async (signal: AbortSignal, room: number) => {
        const whole = await this.#whole(accountId, capture);
        if (whole === undefined) return undefined;
        const isOwn = whole !== capture;
        return await this.#renderer.open(party, whole, signal, { room, isOwn });
      },
    };
  }

  /** The bytes of a body that is not small, for one reader. */
  openBody(accountId: number, capture: StoredCapture, client: Client): CapturePieces {
    const source = {
      key: `body ${accountId} ${capture.id}`,
      party: this.#parties.of(accountId),
      sentBytes: bytesToRead(capture),
      decodedBytes: 0,
      read: async () => {
        // The bytes are this reader's own: captures come here without large bodies.
        const body = (await this.#captures.readOne(accountId, capture.id))?.body;
        return body && new StoredBody(ownBytes(body));
      },
    };
    return new DocumentPieces(this.#shared, source, 'full', client);
  }

  async #whole(accountId: number, capture: StoredCapture): Promise<StoredCapture | undefined> {
    if (capture.body !== undefined) return capture;
    return await this.#captures.readOne(accountId, capture.id);
  }
}
