import { parsePath } from './json-path.ts';
import { type ExpectedByName, type ExpectedJson, type MatchCriteria, present } from './match.ts';

/** The criteria of a match while its terms are read. */
interface Draft {
  method?: string;
  path?: string;
  header: Map<string, ExpectedByName[string]>;
  query: Map<string, ExpectedByName[string]>;
  json: Map<string, ExpectedJson>;
  body: string[];
}

const forms =
  'method:POST, path:/orders, header:name, header:name=value, query:name=value, json:path, ' +
  'json:path=value, body:text';

/**
 * The match in a text such as `method:POST json:type=invoice.paid`: terms between spaces, all of which must hold.
 * Quotes, single or double, keep the spaces in a term (`body:"thank you"`), and a backslash keeps the quote after
 * it. A term without a value (`json:data.id`, `header:user-agent`) asks whether there is one. An empty text
 * matches all captured requests.
 * @throws {TypeError} if a term is invalid, with a sentence for the writer
 */
export function parseMatch(text: string): MatchCriteria {
  const draft: Draft = { header: new Map(), query: new Map(), json: new Map(), body: [] };
  for (const term of termsOf(text)) add(draft, term);
  const { method, path, header, query, json, body } = draft;
  return {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(header.size === 0 ? {} : { header: Object.fromEntries(header) }),
    ...(query.size === 0 ? {} : { query: Object.fromEntries(query) }),
    ...(json.size === 0 ? {} : { json: Object.fromEntries(json) }),
    ...(body.length === 0 ? {} : { body }),
  };
}

/** The terms between the spaces, without their quotes. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  let term: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\' && /["'\\]/.test(text.charAt(at + 1))) {
      term = (term ?? '') + text.charAt(++at);
    } else if (quote === '' ? /["']/.test(character) : character === quote) {
      quote = quote === '' ? character : '';
      term ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (term !== undefined) terms.push(term);
      term = undefined;
    } else {
      term = (term ?? '') + character;
    }
  }
  if (quote !== '') throw new TypeError(`A quote (${quote}) is not closed in: ${text}`);
  if (term !== undefined) terms.push(term);
  return terms;
}

function add(draft: Draft, term: string): void {
  const [, kind, rest] = /^(\w+):(.+)$/s.exec(term) ?? [];
  if (kind === undefined || rest === undefined) throw unknown(term);
  const [name, value] = splitAtEquals(rest);
  switch (kind) {
    case 'method':
    case 'path':
      if (draft[kind] !== undefined) throw new TypeError(`There is more than one ${kind}`);
      draft[kind] = rest;
      return;
    case 'body':
      draft.body.push(rest);
      return;
    case 'header':
      return set(draft.header, kind, name.toLowerCase(), value ?? true);
    case 'query':
      return set(draft.query, kind, name, value ?? true);
    case 'json':
      parsePath(name);
      return set(draft.json, kind, name, value ?? present);
    default:
      throw unknown(term);
  }
}

function splitAtEquals(text: string): [name: string, value: string | undefined] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

function set<Value>(values: Map<string, Value>, kind: string, name: string, value: Value): void {
  if (name === '') throw new TypeError(`A name is missing after "${kind}:"`);
  if (values.has(name)) throw new TypeError(`There is more than one ${kind}:${name}`);
  values.set(name, value);
}

function unknown(term: string): TypeError {
  return new TypeError(`"${term}" is no term of a match: use ${forms}`);
}
