import { Overloaded } from '../fairness/overloaded.ts';
import { Tally } from '../fairness/tally.ts';
import { contentCodings, decodeBody } from '../rendering/content-coding.ts';
import { isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { ownBytes } from '../threads/messages.ts';

/** Node's own threads decompress, and have other work too. */
const maxRunning = 2;
/** As many as evaluations may, which begin with it. */
const maxTenantWaiting = 100;

interface Waiting {
  tenant: number;
  begin: () => void;
}

const running = new Set<number>();
const waiting = new Set<Waiting>();
const waitingOf = new Tally<number>();

/**
 * Runs what decompresses on the event loop's side, by asynchronous zlib: two at a time, of a tenant one, in the order in which they
 * came. No worker may decompress, see `pool.ts`.
 * @throws {Overloaded} if too many of the tenant wait, or the signal is aborted before it begins
 */
export async function decompressInTurn<Result>(
  tenant: number,
  decompress: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  await turnOf(tenant, signal);
  try {
    return await decompress();
  } finally {
    running.delete(tenant);
    beginNext();
  }
}

async function turnOf(tenant: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || waitingOf.of(tenant) >= maxTenantWaiting) throw new Overloaded();
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(one);
      waitingOf.add(tenant, -1);
    };
    const giveUp = (): void => {
      leave();
      reject(new Overloaded());
    };
    const begin = (): void => {
      leave();
      resolve();
    };
    const one: Waiting = { tenant, begin };
    signal?.addEventListener('abort', giveUp, { once: true });
    waiting.add(one);
    waitingOf.add(tenant, 1);
    beginNext();
  });
}

function beginNext(): void {
  for (const { tenant, begin } of waiting) {
    if (running.size >= maxRunning) return;
    if (running.has(tenant)) continue;
    running.add(tenant);
    begin();
  }
}

/** A body without its content codings. */
export interface DecodedBody {
  /** In a buffer of its own, which may be handed to a thread. As it was sent if it cannot be decoded. */
  body: Uint8Array<ArrayBuffer>;
  isDecoded: boolean;
  /** The bytes that it took to read it: those that were sent, or decompressed, also in vain, if these are more. */
  bytes: number;
}

/**
 * Decodes the body of a capture. One of more than `maxBytes` once it is decoded is not decoded.
 * @throws {Overloaded} as `decompressInTurn` does
 */
export async function decodedBody(
  tenant: number,
  { headers, bodySize, body = new Uint8Array() }: Encoded,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<DecodedBody> {
  const codings = isCompressed({ headers, bodySize }) ? contentCodings(parseHeaders(headers)) : [];
  if (codings.length === 0) return { body: ownBytes(body), isDecoded: true, bytes: body.length };
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
  };
  const decode = () => decodeBody(body, codings, maxBytes, count);
  const decoded = await decompressInTurn(tenant, decode, signal);
  const isDecoded = decoded !== body;
  return { body: ownBytes(decoded), isDecoded, bytes: Math.max(body.length, bytes) };
}

/** A capture with its body, which is absent if it has none. */
interface Encoded {
  /** As they are stored. */
  headers: string;
  bodySize: number;
  body?: Uint8Array;
}

/**
 * Puts items together for tasks. A batch passes `maxBytes` only if one item does by itself; a full one comes before the next item is
 * asked for.
 */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  bytesOf: (item: Item) => number,
  maxBytes: number,
): AsyncGenerator<Item[], void> {
  let batch: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (batch.length > 0 && bytes + bytesOf(item) > maxBytes) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += bytesOf(item);
    if (bytes < maxBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
