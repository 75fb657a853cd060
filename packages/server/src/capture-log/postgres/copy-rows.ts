import type { NewCapture } from '../captures.ts';

/** The columns in the order of the values below. */
export const copiedColumns =
  'id, endpoint_id, received_at, dropped_headers, method, target, headers, ip_address, body';

/** PostgreSQL's binary format for `copy`: a signature, no flags, no extension; at the end a row of -1 values. */
const start = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const end = Buffer.from([0xff, 0xff]);
const valuesPerRow = 9;

/** Rows for `copy … (format binary)`, under these ids. Bodies are in the pieces in which they arrived. */
export function* copyRows(
  captures: readonly NewCapture[],
  ids: readonly number[],
): Generator<Uint8Array> {
  yield start;
  for (const [index, capture] of captures.entries()) {
    yield beforeBody(capture, ids[index] ?? 0);
    yield* capture.body;
  }
  yield end;
}

/** Everything but the bytes of the body. Each value has its length before it. */
function beforeBody(capture: NewCapture, id: number): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(valuesPerRow);
  return Buffer.concat([
    count,
    ...int8(id),
    ...int8(capture.endpointId),
    ...int8(capture.receivedAt),
    ...value(int4(capture.droppedHeaders)),
    ...value(Buffer.from(capture.method)),
    ...value(Buffer.from(capture.target)),
    ...value(Buffer.from(capture.headers)),
    ...value(Buffer.from(capture.ipAddress)),
    int4(capture.bodySize),
  ]);
}

function value(bytes: Buffer): Buffer[] {
  return [int4(bytes.length), bytes];
}

function int8(number: number): Buffer[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return value(bytes);
}

function int4(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}
