import { Budget } from '../fairness/budget.ts';
import { contentCodings, decodeBody } from '../rendering/content-coding.ts';
import { isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { ownBytes } from '../threads/messages.ts';

/**
 * Bodies that are decompressed at once, by asynchronous zlib: no worker may decompress, see `pool.ts`. Node's own threads do it, and have
 * other work too. As many of a tenant may wait as evaluations may, which begin with it.
 */
export const decompressions = new Budget({ total: 2, perParty: 1, mostWaiting: 100 });

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
 * @throws {Overloaded} if too many bodies of the tenant wait, or the signal is aborted before it begins
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
  const decoded = await decompressions.run(tenant, decode, signal);
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
