/** The parameters of a query as sent, without its `?`: decoded, in their order, with every repeat. */
export function queryPairs(query: string): [name: string, value: string][] {
  if (query === '') return [];
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals === -1) return [decodeQuery(pair), ''];
      return [decodeQuery(pair.slice(0, equals)), decodeQuery(pair.slice(equals + 1))];
    });
}

/** The text plus- and percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodeQuery(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The text percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun) : text;
}

/** A character of UTF-8 has up to four bytes, and its first byte tells how many. */
const characters =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

/** Decodes a run such as `%C3%A9%FF`: its valid characters become text, other bytes stay `%FF`. */
function decodedRun(run: string): string {
  return decoded(run) ?? run.replace(characters, (sequence) => decoded(sequence) ?? sequence);
}

function decoded(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
