import type { StoredCapture } from '../database/capture-log.ts';
import type { Parts } from '../parts.ts';
import type { PieceView } from './capture-document.ts';
import { type CaptureRenderer, ownBytes } from './capture-renderer.ts';
import { Documents } from './documents.ts';
import { bytesToRead, bytesToRender, isHeavy } from './heavy-captures.ts';
import { type BudgetLimits, type Client, ReadBudget } from './read-budget.ts';
import { type CaptureView, captureText } from './render.ts';
import { DocumentPieces, type RenderedPieces } from './rendered-pieces.ts';
import { StoredBody } from './stored-body.ts';

const MIB = 2 ** 20;

/**
 * Large or compressed captures in memory, in bytes: from before they are read until nobody reads them, or others
 * need the room and nobody has asked for a piece for a moment. A body of the largest size takes more than an
 * account's share while it is read, so an account has one of these read at a time.
 */
const DOCUMENT_BYTES: BudgetLimits = {
  total: 48 * MIB,
  reserve: 32 * MIB,
  perAccount: 26 * MIB,
  waiting: 1_000,
  timeFor: () => 100,
  cutsOwn: true,
  lookEvery: 50,
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
  readonly #parts: { documents: Documents; pieces: ReadBudget };
  readonly #captures: Parts['store']['captures'];
  readonly #maxBodyBytes: number;
  readonly #renderer: CaptureRenderer;

  constructor({ store, config, metrics }: Parts, renderer: CaptureRenderer) {
    this.lists = new ReadBudget(OPEN_LISTS, metrics.openLists);
    this.#parts = {
      documents: new Documents(new ReadBudget(DOCUMENT_BYTES, metrics.heavyReadBytes)),
      pieces: new ReadBudget(PIECE_BYTES, metrics.heavyPieceBytes),
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
      mostBytes: bytesToRender(capture, this.#maxBodyBytes),
      read: async (signal: AbortSignal) => {
        const whole = await this.#whole(accountId, capture);
        if (whole === undefined) return undefined;
        const isOwn = whole !== capture;
        return await this.#renderer.open(accountId, whole, signal, isOwn);
      },
    };
    return new DocumentPieces(this.#parts, source, view, client);
  }

  /** The bytes of a body that is not small, for one reader. */
  openBody(accountId: number, capture: StoredCapture, client: Client): RenderedPieces {
    const source = {
      key: `body ${accountId} ${capture.id}`,
      accountId,
      mostBytes: bytesToRead(capture),
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
