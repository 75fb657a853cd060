import type { SampleRequest } from '@hookwell/client/samples';
import type { Scheme } from '@hookwell/signatures';
import { UsageError } from '../command-line/outcome.ts';

/**
 * The scheme of a sample's own sender.
 * @throws {UsageError} if its requests cannot be signed here
 */
export async function schemeOfSample(
  { id, sender, headers }: SampleRequest,
  command: string,
): Promise<Scheme> {
  const { schemes } = await import('@hookwell/signatures');
  const own = schemes.filter(({ senders }) => senders.includes(sender));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const scheme = own.find((each) => each.headers.some((header) => names.has(header))) ?? own[0];
  if (scheme !== undefined) return scheme;
  throw new UsageError(`No signature scheme is known for ${id}: --sign SCHEME names one`, command);
}

/** The headers of a sample without the signatures in it, and without its delivery id: what is signed is sent as new. */
export function unsignedHeaders(
  { headers }: Pick<SampleRequest, 'headers'>,
  { id }: Pick<Scheme, 'id'>,
): SampleRequest['headers'] {
  const idHeader = id !== undefined && 'header' in id ? id.header : undefined;
  return headers.filter(
    ([name]) => !/signature|hmac/i.test(name) && name.toLowerCase() !== idHeader,
  );
}
