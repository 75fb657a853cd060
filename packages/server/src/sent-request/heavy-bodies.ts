/**
 * The largest light body: it is read and rendered at once, which takes less than handing it to a thread would. Larger and
 * compressed bodies are heavy: a thread of their own reads them.
 */
export const largestLightBodyBytes = 64 * 1024;

/** The parts of a capture that tell whether its body is compressed; the headers as they are stored. */
export interface BodyHead {
  bodySize: number;
  headers: string;
}

const contentEncoding = /"content-encoding"/i;

/** Whether a body has to be decompressed, judged by the stored text of the headers. */
export function isCompressed({ bodySize, headers }: BodyHead): boolean {
  return bodySize > 0 && contentEncoding.test(headers);
}

/** Whether a body is decompressed and read in a thread of its own, piece by piece. */
export function isHeavyBody(head: BodyHead): boolean {
  return head.bodySize > largestLightBodyBytes || isCompressed(head);
}
