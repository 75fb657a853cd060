import type { TestServer, Visitor } from './start-server.ts';
import { newCapture } from './store/store-rows.ts';

/** Methods that HTTP allows (RFC 9110, section 9.1), and that code may take for others, or for names of its own. */
export const oddMethods: readonly string[] = [
  ...['__proto__', 'constructor', 'toString', 'get', 'head', 'Post', 'connect'],
  ...['QUERY', 'M-SEARCH', '-X', '+1', '0', "!#$%&'*+-.^_`|~", 'a'.repeat(64)],
];

/** Path and query behind a token with bytes past ASCII, one character each: UTF-8, others, controls of Latin-1, percent-encoded. */
export const oddSuffix =
  '/caf\xc3\xa9/\xff\x9b31m/%C3%A9?n\xc3\xa4me=\xe2\x82\xac&bad=\xc3(&p=%C3%A9+\x80';

interface OddRequest {
  method?: string;
  /** Path and query behind the token. */
  suffix?: string;
  /** Names and values in turn. */
  headers?: readonly string[];
}

/** Stores a capture as it would arrive. @returns its id */
export async function storeOdd(
  { store }: Pick<TestServer, 'store'>,
  visitor: Visitor,
  token: string,
  { method = 'POST', suffix = '', headers = [] }: OddRequest,
): Promise<number> {
  const endpoints: { id: number; token: string }[] = await visitor.ask(
    200,
    'GET',
    '/api/endpoints',
  );
  const endpoint = endpoints.find((one) => one.token === token);
  const target = `/wh/${token}${suffix}`;
  const capture = newCapture(endpoint?.id ?? 0, {
    ...{ method, target, receivedAt: Date.now() },
    headers: JSON.stringify(headers),
  });
  const stored = await store.captures.append(capture);
  if (stored === undefined) throw new Error('it was not stored');
  return stored.id;
}
