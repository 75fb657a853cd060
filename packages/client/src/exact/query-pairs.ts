/**
 * The parameters in the query of a target as it was sent (`/wh/token/path?a=1&a=2`): names and values percent-
 * and plus-decoded, in their order, with every repeat. A name without `=` has an empty value.
 */
export function queryPairs(target: string): [name: string, value: string][] {
  return queryOf(target)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals === -1) return [decodeQueryText(pair), ''];
      return [decodeQueryText(pair.slice(0, equals)), decodeQueryText(pair.slice(equals + 1))];
    });
}

/** The part of a target after its first `?`, as sent; empty if there is none. */
function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** The text, plus- and percent-decoded as the service does it: sequences that are not UTF-8 stay unchanged. */
export function decodeQueryText(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodedRun);
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
