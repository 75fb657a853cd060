import type { StoredCapture } from '../database/capture-log.ts';
import type { Parts } from '../parts.ts';
import {
  type CaptureRenderer,
  isHeavy,
  MAX_LIGHT_BODY,
  type RenderedCapture,
  readableBytes,
} from './capture-renderer.ts';
import { type BudgetLimits, type Client, type Hold, ReadBudget } from './read-budget.ts';
import { type ReadingClient, shareOf } from './reading-client.ts';
import type { CaptureView } from './render.ts';
import type { RenderedPieces } from './rendered-pieces.ts';

/** JSON writes a byte with up to six characters (`\u0001`); an escaped text and JSON or XML beside it take less. */
const TEXT_OF_BYTE = 6;

const MIB = 2 ** 20;

/**
 * Bodies and texts of large or compressed captures, in bytes, from before they are read until the socket has
 * taken them. A text counts as the longest that it may be until it is known: so an account has one capture of
 * the largest size rendered at a time, and the renderer's queue is never long.
 */
const HEAVY_BYTES: BudgetLimits = {
  total: 256 * MIB,
  perAccount: 64 * MIB,
  waiting: 250,
  // A MiB a second; half a minute is enough for any.
  timeFor: (bytes) => Math.min(10_000 + (1000 * bytes) / MIB, 30_000),
};

/** Lists under way: each has a page and its text in memory, a quarter to half a MiB. */
const OPEN_LISTS: BudgetLimits = {
  total: 1_000,
  perAccount: 16,
  waiting: 250,
  timeFor: () => 60_000,
};

/** What was read of a capture, and the share of the budget that goes with it. */
export interface HeldRead<Content> {
  content: Content;
  hold: Hold;
}

/**
 * Reads captures for those who asked for them. Small ones cost next to nothing; large or compressed ones
 * wait for their share of a budget, so that readers who take their time cost a bounded amount of memory.
 */
export class CaptureReads {
  readonly lists: ReadBudget;
  readonly #heavy: ReadBudget;
  readonly #captures: Parts['store']['captures'];
  readonly #maxBodyBytes: number;
  readonly #renderer: CaptureRenderer;

  constructor({ store, config, metrics }: Parts, renderer: CaptureRenderer) {
    this.lists = new ReadBudget(OPEN_LISTS, metrics.openLists);
    this.#heavy = new ReadBudget(HEAVY_BYTES, metrics.heavyReadBytes);
    this.#captures = store.captures;
    this.#maxBodyBytes = config.maxBodyBytes;
    this.#renderer = renderer;
  }

  /** The text of a capture as the log gave it, where that can be had at once; else undefined. */
  lightText(capture: StoredCapture, view: 'full' | 'summary'): string | undefined {
    if (isHeavy(capture, view)) return undefined;
    const text = this.#renderer.render(capture, view);
    return typeof text === 'string' ? text : undefined;
  }

  /** The text of any other. Undefined where it was deleted meanwhile. */
  heavyText(
    accountId: number,
    capture: StoredCapture,
    client: ReadingClient,
  ): Promise<HeldRead<RenderedCapture> | undefined> {
    const most = TEXT_OF_BYTE * readableBytes(capture, this.#maxBodyBytes);
    return this.#held(accountId, most, client, async () => {
      const whole = await this.#whole(accountId, capture);
      return whole === undefined
        ? undefined
        : await this.#renderer.render(whole, 'full', client.gone);
    });
  }

  /** Opens a large or compressed capture (`isHeavy`), with or without its body, for one reader. */
  open(
    accountId: number,
    capture: StoredCapture,
    view: Extract<CaptureView, 'full' | 'event'>,
    client: Client,
  ): RenderedPieces {
    let rendered: RenderedCapture | undefined;
    let hold: Hold | undefined;
    let [at, missing] = [0, false];
    const next = async () => {
      if (hold === undefined) {
        const most = TEXT_OF_BYTE * readableBytes(capture, this.#maxBodyBytes);
        hold = await this.#heavy.acquire(accountId, most, client);
        const whole = await this.#whole(accountId, capture);
        missing = whole === undefined;
        rendered = whole && (await this.#renderer.render(whole, view, client.gone));
        hold.resize(rendered?.length ?? 0);
      }
      if (rendered === undefined || at >= rendered.length) return undefined;
      const piece = Buffer.from(rendered).subarray(at, at + 2 ** 16);
      at += piece.length;
      return piece;
    };
    return {
      next,
      get missing() {
        return missing;
      },
      close: () => hold?.release(),
    };
  }

  /** The bytes of a body that is not small. Undefined where it was deleted meanwhile. */
  heavyBody(
    accountId: number,
    capture: StoredCapture,
    client: ReadingClient,
  ): Promise<HeldRead<Uint8Array> | undefined> {
    return this.#held(accountId, capture.bodySize, client, async () => {
      return (await this.#whole(accountId, capture))?.body;
    });
  }

  async #held<Content extends RenderedCapture>(
    accountId: number,
    most: number,
    client: ReadingClient,
    read: () => Promise<Content | undefined>,
  ): Promise<HeldRead<Content> | undefined> {
    const hold = await shareOf(this.#heavy, accountId, most, client);
    let content: Content | undefined;
    try {
      content = await read();
    } finally {
      if (content === undefined) hold.release();
    }
    if (content === undefined) return undefined;
    hold.resize(content.length);
    return { content, hold };
  }

  async #whole(accountId: number, capture: StoredCapture): Promise<StoredCapture | undefined> {
    if (capture.body !== undefined) return capture;
    return await this.#captures.readOne(accountId, capture.id);
  }
}

/** Bodies of more bytes than this are read one at a time. */
export const LARGEST_LIGHT_BODY = MAX_LIGHT_BODY;
