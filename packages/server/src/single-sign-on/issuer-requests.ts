import type { CustomFetch } from 'openid-client';
import { isLoopbackHttp } from '../config-values.ts';

/** An answer of the provider has so many bytes at most. The keys of large ones take some 30 KiB. */
export const mostAnswerBytes = 256 * 1024;

/**
 * Whether the service may send a request to an address, or a browser: to https ones, and where the issuer itself is one of http on
 * this machine, to such as well.
 */
export function isSafeAddress(address: URL, issuer: URL): boolean {
  return address.protocol === 'https:' || (isLoopbackHttp(issuer) && isLoopbackHttp(address));
}

/**
 * The one way in which this service sends requests: to the issuer and the addresses that its discovery document names, which are
 * all that the library asks for. It follows no redirect and reads a bounded answer; the library's signal bounds the time of both.
 */
export function requestsTo(issuer: URL): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    if (!isSafeAddress(new URL(address), issuer)) {
      throw new Error('The discovery document names an address that is not https');
    }
    const response = await fetch(address, {
      ...{ method, redirect: 'manual' },
      headers: { ...headers, 'accept-encoding': 'identity' },
      // The library posts forms alone.
      ...(body instanceof URLSearchParams && { body }),
      ...(signal && { signal }),
    });
    const bytes = await readBounded(response);
    const { status, headers: given } = response;
    return new Response(bytes.length === 0 ? null : bytes, { status, headers: given });
  };
}

async function readBounded({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the body.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostAnswerBytes) throw new Error(`An answer has over ${mostAnswerBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
