import zlib from 'node:zlib';
import { bodyText } from '@hookwell/bodies/body-text';
import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/bodies/content-coding';
import { type ContentType, strictContentType } from '@hookwell/bodies/content-type';
import type { ArchivedRequest } from '@hookwell/client/archives';

/** As much as a service decodes by default. */
const mostDecodedBytes = 25 * 1024 * 1024;

const decoders: Readonly<
  Record<CodingFormat, (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>
> = {
  gzip: zlib.gunzipSync,
  zlib: zlib.inflateSync,
  deflate: zlib.inflateRawSync,
  brotli: zlib.brotliDecompressSync,
  // Node 20 has none: such a body is shown as it came.
  zstd: (bytes, options) => zlib.zstdDecompressSync(bytes, options),
};

export function contentTypeIn({ headers }: Pick<ArchivedRequest, 'headers'>): ContentType {
  return strictContentType(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]);
}

/** The body as text, without its content codings, as a service shows it. */
export function readableBody(request: Pick<ArchivedRequest, 'headers' | 'body'>): string {
  const { headers, body } = request;
  const values = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  const codings = codingsIn(values.map(([, value]) => value)).reverse();
  return bodyText(decoded(body, codings) ?? body, contentTypeIn(request)).text;
}

/** `undefined` if it is not what its codings say, or too much. */
function decoded(body: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
  let bytes: Uint8Array | undefined = body;
  for (const coding of codings) {
    if (bytes === undefined) return undefined;
    bytes = decodedOnce(bytes, formatsOf(coding));
  }
  return bytes;
}

function decodedOnce(bytes: Uint8Array, formats: readonly CodingFormat[]): Uint8Array | undefined {
  for (const format of formats) {
    try {
      return decoders[format](bytes, { maxOutputLength: mostDecodedBytes });
    } catch {
      // The next format may be meant, else the bytes are shown as they are.
    }
  }
  return undefined;
}
