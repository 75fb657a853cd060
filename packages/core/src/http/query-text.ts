/** The parameters of a query as sent, without its `?`: decoded, in their order, with every repeat. */
export function queryPairs(query: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < query.length; ) {
    const ampersand = query.indexOf('&', at);
    const end = ampersand === -1 ? query.length : ampersand;
    if (end > at) pairs.push(pairOf(query.slice(at, end)));
    at = end + 1;
  }
  return pairs;
}

function pairOf(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  if (equals === -1) return [decodeQuery(pair), ''];
  return [decodeQuery(pair.slice(0, equals)), decodeQuery(pair.slice(equals + 1))];
}

/** The text plus- and percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodeQuery(text: string): string {
  return decodePercent(text.includes('+') ? text.replace(/\+/g, ' ') : text);
}

/** The text percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(characters, decodeURIComponent) : text;
}

/**
 * Runs of characters whose bytes in UTF-8 (RFC 3629, section 4) are percent-encoded, none of them in more bytes than it
 * needs, and no surrogate: `decodeURIComponent` decodes all of them. Runs are cut, so that they need little memory.
 */
const characters = new RegExp(
  `(?:${[
    '%[0-7]H',
    '%C[2-9A-F]T',
    '%DHT',
    '%E0%[AB]HT',
    '%E[1-9ABCEF]TT',
    '%ED%[89]HT',
    '%F0%[9AB]HTT',
    '%F[123]TTT',
    '%F4%8HTT',
  ]
    .join('|')
    .replaceAll('T', '%[89AB]H')
    .replaceAll('H', '[0-9A-F]')}){1,1000}`,
  'gi',
);
