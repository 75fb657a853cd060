import type { LiteralAnswer } from '@hookwell/replies';

/** The length of the head stands before it. */
const lengthBytes = 4;

type Head = Pick<LiteralAnswer, 'status' | 'headers'> & { retryAfter: number | null };

/** An answer in one piece, on its way from node to node. */
export function packAnswer({ status, headers, retryAfter, body }: LiteralAnswer): Uint8Array {
  const head = Buffer.from(
    JSON.stringify({ status, headers, retryAfter: retryAfter ?? null } satisfies Head),
  );
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** The answer that `packAnswer` packed. */
export function unpackAnswer(packed: Uint8Array): LiteralAnswer {
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
