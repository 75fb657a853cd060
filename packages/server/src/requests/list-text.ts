import { ApiError } from '../api-error.ts';
import type { Scope, TextPage } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import type { CaptureReads } from './capture-reads.ts';
import type { Slices } from './large-captures.ts';
import type { ListPage, ListRange } from './list-range.ts';
import type { ReadingClient } from './reading-client.ts';

/** A piece ends with the capture that makes it this long. */
const pieceCharacters = 64 * 1024;

/** The parts that a list is made with. */
export interface ListSource {
  reads: CaptureReads;
  client: ReadingClient;
  /** Whether the scope is still there and the account's. */
  stands: (scope: Scope) => Promise<boolean>;
  /** Whether the socket has taken every byte of the pieces so far. */
  hasTakenAll: () => boolean;
}

/**
 * A list as the text of a JSON array, newest first, in pieces at the reader's pace: a reader that asks for the next
 * piece has taken the one before. The cursor only moves down, so captures that arrive meanwhile never appear. The
 * array is closed only if it is whole, and no piece is given before its first capture was rendered, or a search has
 * found nothing for a while. `isOneRead`: the
 * pages are all from one read of the log.
 * @throws {ApiError} `notFound` if the scope was deleted meanwhile
 * @throws {StoreUnavailable} if a read fails
 */
export async function* listText(
  { reads, client, stands, hasTakenAll }: ListSource,
  range: Pick<ListRange, 'scope' | 'view' | 'ids'>,
  pages: AsyncIterable<ListPage>,
  isOneRead: boolean,
): AsyncGenerator<string | Uint8Array, void> {
  const text = new ArrayText();
  const large = (capture: StoredCapture) =>
    reads.large.text(range.scope.accountId, capture, 'full', { client });
  let isOneReadSoFar = isOneRead;
  for await (const page of pages) {
    if ('texts' in page) {
      for (const part of partsOf(page, range.ids)) {
        if (part instanceof Uint8Array) {
          yield text.behind(part);
          continue;
        }
        isOneReadSoFar = false;
        yield* largeElement(text, large(part));
      }
      // Left to the garbage collector, the memory of 15 pages costs a full collection.
      if (hasTakenAll()) page.texts.buffer.transfer(0);
      continue;
    }
    for (const capture of page.captures) {
      if (range.ids?.has(capture.id) === false) continue;
      const light = reads.lightText(capture, range.view);
      if (light === undefined) {
        if (text.isWaiting) yield text.take();
        isOneReadSoFar &&= capture.body !== undefined;
        yield* largeElement(text, large(capture));
        continue;
      }
      text.add(light);
      if (text.isLong) yield text.take();
    }
    if (page.more && text.isWaiting) yield text.take();
    // A search that has found nothing yet: the store has answered, so the list may begin.
    else if (page.more && page.captures.length === 0 && !text.isOpen) yield text.open();
  }
  // A single read saw the whole list at once; between several the scope may have gone.
  if (!isOneReadSoFar && !(await stands(range.scope))) throw new ApiError('notFound');
  yield text.end();
}

/** The parts of a page in their order: texts of small captures that stand side by side, and large captures. */
function* partsOf(
  { ids, texts, ends, others }: TextPage,
  shown: ReadonlySet<number> | undefined,
): Generator<Uint8Array | StoredCapture, void> {
  let [from, to, other] = [0, 0, 0];
  for (const [index, id] of ids.entries()) {
    const end = ends[index] ?? to;
    const large = end === to ? others[other++] : undefined;
    const isShown = shown?.has(id) !== false;
    if (isShown && large === undefined) {
      to = end;
      continue;
    }
    if (to > from) yield texts.subarray(from, to);
    if (isShown && large !== undefined) yield large;
    from = to = end;
  }
  if (to > from) yield texts.subarray(from, to);
}

/** A large capture of the list, slice by slice. Nothing if it was deleted meanwhile. */
async function* largeElement(
  text: ArrayText,
  slices: Slices,
): AsyncGenerator<string | Uint8Array, void> {
  let isFirst = true;
  for await (const slice of slices) {
    if (isFirst) yield text.separator();
    isFirst = false;
    yield slice;
  }
}

/** The text of an array, between being made and being given to its reader. */
class ArrayText {
  #waiting = '';
  #hasElements = false;
  /** Whether the opening bracket was given, or waits. */
  isOpen = false;

  /** Whether there is text to give. */
  get isWaiting(): boolean {
    return this.#waiting !== '';
  }

  get isLong(): boolean {
    return this.#waiting.length > pieceCharacters;
  }

  add(element: string): void {
    this.#waiting += this.separator() + element;
  }

  /** Texts that begin with the comma before the first of them: of a list's first it is the bracket instead. */
  behind(texts: Uint8Array): Uint8Array {
    texts[0] = this.separator().charCodeAt(0);
    return texts;
  }

  /** The opening bracket by itself; empty if it was given before. */
  open(): string {
    const bracket = this.isOpen ? '' : '[';
    this.isOpen = true;
    return bracket;
  }

  /** The text before the next element. */
  separator(): string {
    const separator = this.#hasElements ? ',' : this.open();
    this.#hasElements = true;
    return separator;
  }

  take(): string {
    const text = this.#waiting;
    this.#waiting = '';
    return text;
  }

  /** The rest of the array. */
  end(): string {
    return `${this.take()}${this.open()}]`;
  }
}
