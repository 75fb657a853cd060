import type { StoredCapture } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';
import type { PieceView } from '../rendering/capture-document.ts';
import { type CaptureRenderer, ownBytes } from '../rendering/capture-renderer.ts';
import { type CaptureView, captureText } from '../rendering/capture-text.ts';
import { bytesToDecode, bytesToRead, isHeavy } from '../rendering/heavy-captures.ts';
import { DocumentPieces, type PieceBudgets, type RenderedPieces } from './capture-pieces.ts';
import { Documents, SMALL_DOCUMENT } from './open-documents.ts';
import { type BudgetLimits, type Client, ReadBudget } from './read-budget.ts';
import { type PaceLimits, ReadingPace } from './read-rate.ts';
import { StoredBody } from './stored-body.ts';

const MIB = 2 ** 20;

/** Documents that take this long may go where others need the room. */
const WHERE_OTHERS_WAIT = {
  waiting: 1_000,
  timeFor: () => 100,
  cutsOwn: true,
  lookEvery: 50,
};

/**
 * Large or compressed captures in memory, in bytes: from before they are read until nobody reads them, or others
 * need the room and nobody has asked for a piece for a moment. A body of the largest size takes more than an
 * account's share while it is read, so an account has one of these read at a time.
 */
const LARGE_DOCUMENT_BYTES: BudgetLimits = {
  total: 32 * MIB,
  reserve: 16 * MIB,
  perAccount: 26 * MIB,
  ...WHERE_OTHERS_WAIT,
};

/** Those that take little while they are read, which have room of their own. */
const SMALL_DOCUMENT_BYTES: BudgetLimits = {
  total: 12 * MIB,
  reserve: 12 * MIB,
  perAccount: SMALL_DOCUMENT,
  ...WHERE_OTHERS_WAIT,
};

/** Pieces of them, in bytes, until sockets have taken them. */
const PIECE_BYTES: BudgetLimits = {
  total: 24 * MIB,
  reserve: 24 * MIB,
  perAccount: 4 * MIB,
  waiting: 1_000,
  timeFor: () => 10_000,
  cutsOwn: true,
  lookEvery: 500,
};

/**
 * Pieces that are being made: so few of an account that its readers, however many and fast, come to no more of
 * the event loop and the thread than that between two turns of others.
 */
const PIECES_MADE: BudgetLimits = {
  total: Number.POSITIVE_INFINITY,
  reserve: 0,
  perAccount: 2,
  waiting: 1_000,
  timeFor: () => Number.POSITIVE_INFINITY,
  cutsOwn: false,
  lookEvery: 60_000,
};

/** What is read at once is as much as a capture of the largest size is as a text, but for rare ones. */
const PACE: PaceLimits = { burst: 64 * MIB, perSecond: 64 * MIB };

/** Lists under way: each has at most two pages and a text in memory, half a MiB. */
const OPEN_LISTS: BudgetLimits = {
  total: 160,
  reserve: 96,
  perAccount: 16,
  waiting: 250,
  timeFor: () => 10_000,
  cutsOwn: false,
  lookEvery: 500,
};

/**
 * Reads captures for those who asked for them. Small ones cost next to nothing; large or compressed ones are
 * given in pieces, each for its share of a budget, so that all readers together cost a bounded amount of memory,
 * whatever pace they take.
 */
export class CaptureReads {
  readonly lists: ReadBudget;
  readonly #parts: { documents: Documents; pieces: PieceBudgets };
  readonly #captures: Parts['store']['captures'];
  readonly #maxBodyBytes: number;
  readonly #renderer: CaptureRenderer;

  constructor({ store, config, metrics }: Parts, renderer: CaptureRenderer) {
    this.lists = new ReadBudget(OPEN_LISTS, metrics.openLists);
    const pace = new ReadingPace(PACE);
    this.#parts = {
      documents: new Documents({
        small: new ReadBudget(SMALL_DOCUMENT_BYTES, metrics.heavyReadBytes),
        large: new ReadBudget(LARGE_DOCUMENT_BYTES, metrics.heavyReadBytes),
        pace,
      }),
      pieces: {
        held: new ReadBudget(PIECE_BYTES, metrics.heavyPieceBytes),
        made: new ReadBudget(PIECES_MADE),
        pace,
      },
    };
    this.#captures = store.captures;
    this.#maxBodyBytes = config.maxBodyBytes;
    this.#renderer = renderer;
  }

  /** The text of a capture as the log gave it, where that can be had at once; else undefined. */
  lightText(capture: StoredCapture, view: CaptureView): string | undefined {
    return isHeavy(capture, view) ? undefined : captureText(capture, view);
  }

  /** The text of any other (`isHeavy`), with or without its body, for one reader. */
  open(accountId: number, capture: StoredCapture, view: PieceView, client: Client): RenderedPieces {
    const source = {
      key: `text ${accountId} ${capture.id}`,
      accountId,
      sentBytes: bytesToRead(capture),
      decodedBytes: bytesToDecode(capture, this.#maxBodyBytes),
      read: async (signal: AbortSignal, room: number) => {
        const whole = await this.#whole(accountId, capture);
        if (whole === undefined) return undefined;
        const isOwn = whole !== capture;
        return await this.#renderer.openWithin(accountId, whole, signal, { room, isOwn });
      },
    };
    return new DocumentPieces(this.#parts, source, view, client);
  }

  /** The bytes of a body that is not small, for one reader. */
  openBody(accountId: number, capture: StoredCapture, client: Client): RenderedPieces {
    const source = {
      key: `body ${accountId} ${capture.id}`,
      accountId,
      sentBytes: bytesToRead(capture),
      decodedBytes: 0,
      read: async () => {
        // Read by nobody else: an account's capture comes here without a body that is not small.
        const body = (await this.#captures.readOne(accountId, capture.id))?.body;
        return body && new StoredBody(ownBytes(body));
      },
    };
    return new DocumentPieces(this.#parts, source, 'full', client);
  }

  async #whole(accountId: number, capture: StoredCapture): Promise<StoredCapture | undefined> {
    if (capture.body !== undefined) return capture;
    return await this.#captures.readOne(accountId, capture.id);
  }
}
