import { byteCharacters, percentEncodedBytes } from '../../text/byte-characters.ts';
import { ArchiveError } from './archive-error.ts';
import { archivedAddress } from './archived-address.ts';
import { type ArchivedBody, harBody, jsonLineBody } from './archived-body.ts';
import type { ArchivedRequest, OwnFacts } from './archived-request.ts';
import type { Picked, Told } from './json-picker.ts';
import { countAt, memberOf, textAt, textOf } from './picked-values.ts';

type Header = [name: string, value: string];

/**
 * The request of an entry.
 * @param isLine whether it is one of our JSON lines
 * @throws {ArchiveError} if the entry is none, with its number
 */
export function requestOfEntry(
  { value, start, end }: Told,
  entry: number,
  isLine: boolean,
): ArchivedRequest {
  const place = { entry, start, end };
  try {
    return { ...place, ...(isLine ? requestOfLine(value) : requestOfHar(value)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ArchiveError(error.message, { entry, cause: error });
  }
}

/** Whether a value that stands by itself was meant to be an entry at all. */
export function looksLikeEntry(value: Picked): boolean {
  return ['request', 'method', 'target'].some((name) => memberOf(value, name) !== undefined);
}

type Request = Omit<ArchivedRequest, 'entry' | 'start' | 'end'>;

function requestOfHar(entry: Picked): Request {
  const request = memberOf(entry, 'request');
  const [method, url] = [textAt(request, 'method'), textAt(request, 'url')];
  const pairs = memberOf(request, 'headers');
  if (method === undefined || url === undefined || !Array.isArray(pairs)) {
    throw new RangeError('it has no request with a method, a URL and headers');
  }
  const headers = headersOf(pairs, (pair) => [textAt(pair, 'name'), textAt(pair, 'value')]);
  const own = memberOf(entry, '_hookwell');
  const time = textAt(entry, 'startedDateTime');
  const isOwn = own !== undefined;
  const sent = isOwn ? urlAsSent(url, textAt(own, 'target')) : url;
  return {
    ...{ ...timed(time), method, url: isOwn ? sent : byteCharacters(url) },
    ...{ ...archivedAddress(sent, isOwn), headers },
    ...harBody(request, headerIn(headers, 'content-type')),
    ...(own instanceof Map && { own: ownFacts(own) }),
  };
}

function requestOfLine(line: Picked): Request {
  const [method, url] = [textAt(line, 'method'), textAt(line, 'target')];
  const pairs = memberOf(line, 'headers');
  if (method === undefined || url === undefined || !Array.isArray(pairs)) {
    throw new RangeError('it has no method, target and headers');
  }
  const headers = headersOf(pairs, (pair) =>
    Array.isArray(pair) && pair.length === 2 ? [textOf(pair[0]), textOf(pair[1])] : [],
  );
  const { path, search } = archivedAddress(url, true);
  const body: ArchivedBody = jsonLineBody(line);
  return {
    ...{ ...timed(textAt(line, 'receivedAt')), method, url },
    // The line says it, whatever the service has before its tokens.
    ...{ path: memberOf(line, 'id') === undefined ? path : (textAt(line, 'path') ?? ''), search },
    ...{ headers, ...body, own: ownFacts(line) },
  };
}

function timed(text = ''): { receivedAt?: number } {
  const receivedAt = Date.parse(text);
  return Number.isNaN(receivedAt) ? {} : { receivedAt };
}

function headersOf(
  pairs: readonly Picked[],
  read: (pair: Picked) => readonly (string | undefined)[],
): Header[] {
  return pairs.flatMap((pair, index): Header[] => {
    const [name, value] = read(pair);
    if (name === undefined || value === undefined) {
      throw new RangeError(`header ${index + 1} is not a name and a value`);
    }
    // HTTP/2 has parts of the request line among them, such as `:path`.
    return name.startsWith(':') ? [] : [[name, byteCharactersOf(value)]];
  });
}

/** Text past U+00FF stands for its bytes in UTF-8, as other senders write it; each character is one byte then. */
function byteCharactersOf(value: string): string {
  return /[^\0-\xff]/.test(value) ? byteCharacters(value) : value;
}

/** The URL of our own entry with the bytes that were sent, which stand beside it if they are not all ASCII. */
function urlAsSent(url: string, target: string | undefined): string {
  if (target === undefined || !url.endsWith(percentEncodedBytes(target))) return url;
  return url.slice(0, url.length - percentEncodedBytes(target).length) + target;
}

function headerIn(headers: readonly Header[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function ownFacts(own: Picked): OwnFacts {
  const facts = {
    id: countAt(own, 'id'),
    endpointId: countAt(own, 'endpointId'),
    ipAddress: textAt(own, 'ipAddress'),
    droppedHeaders: countAt(own, 'droppedHeaders'),
    delivery: textAt(own, 'delivery'),
    attempt: countAt(own, 'attempt'),
    answer: textAt(own, 'answer'),
    event: textAt(own, 'event'),
    verdict: textAt(memberOf(own, 'signature'), 'verdict'),
    contract: textAt(memberOf(own, 'contract'), 'verdict'),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
