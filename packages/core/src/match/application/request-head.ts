import { decodePercent, decodeQuery, queryPairs, textOfBytes } from '../../http/target-text.ts';
import type { JsonType } from '../body/json-node.ts';
import type { WholeBody } from '../body/whole-body.ts';
import type { MatchField } from '../language/match.ts';
import { ComparedText } from '../text/compared-text.ts';

/** A captured request as it is known before its body is read. */
export interface MatchableRequest {
  /** As sent. */
  method: string;
  /** Behind the token, as sent; empty if there is none. Each character stands for one byte (latin1). */
  path: string;
  /** As sent, without its `?`, as text (`textOfBytes`); empty if there is none. */
  query: string;
  /** As sent: with every repeat. */
  headers: readonly (readonly [name: string, value: string])[];
  ipAddress: string;
  /** Absent while the request has none yet. */
  id?: number | undefined;
  /** In milliseconds since 1970. */
  receivedAt: number;
  /** In bytes, as they arrived. */
  bodySize: number;
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string;
  /** The verdict alone: `valid`. */
  signature?: string | undefined;
  /** The verdict by the contract of its endpoint: `differs`. */
  contract?: string | undefined;
  answer?: string | undefined;
  /** From 1. */
  attempt?: number | undefined;
  delivery?: string | undefined;
  /** The event's name, or the way to derive it from the body. */
  event?: string | EventInBody | undefined;
}

/** Derives the name of an event from the beginning of a body's text. */
export interface EventInBody {
  /** It looks at so many characters, and no more. */
  mostCharacters: number;
  /** @param start the body's text, up to `mostCharacters` of it; `isWhole` tells whether that is all */
  eventOf(start: string, isWhole: boolean): string | undefined;
}

const fewNames = 4;

/**
 * A request as it is known before its body is read, in the forms that terms ask for. Each form is made once, when it
 * is first asked for, however many terms and matches ask.
 */
export class MatchedHead {
  readonly request: MatchableRequest;
  #fields: Map<string, readonly ComparedText[]> | undefined;
  #parameters: ReadonlyMap<string, readonly string[]> | undefined;
  #headers: ReadonlyMap<string, readonly string[]> | undefined;
  #namesAsked = 0;
  #texts: readonly ComparedText[] | undefined;
  #allTexts: ComparedText | undefined;
  #event: { known: string | EventInBody | undefined } | undefined;
  #eventInBody: { text: ComparedText | undefined } | undefined;

  /** @param event in place of the request's own, which may take time to derive */
  constructor(request: MatchableRequest, event?: string) {
    this.request = request;
    if (event !== undefined) this.#event = { known: event };
  }

  static of(request: MatchableRequest | MatchedHead): MatchedHead {
    return request instanceof MatchedHead ? request : new MatchedHead(request);
  }

  /** The texts of a field; of several, any one counts. */
  values(field: MatchField): readonly ComparedText[] {
    const key = 'key' in field ? `${field.name} ${field.key}` : field.name;
    this.#fields ??= new Map();
    let values = this.#fields.get(key);
    if (values === undefined) {
      values = this.#textsOf(field).map((text) => new ComparedText(text));
      this.#fields.set(key, values);
    }
    return values;
  }

  /** All texts that a word is looked for in. The token is in none of them. */
  get texts(): readonly ComparedText[] {
    if (this.#texts === undefined) {
      this.#texts = this.#wordTexts().map((text) => new ComparedText(text));
    }
    return this.#texts;
  }

  /** These texts in one: one search in it costs a third of a search in each. */
  get allTexts(): ComparedText {
    if (this.#allTexts === undefined) {
      const text = this.#wordTexts().join('\n');
      this.#allTexts = new ComparedText(text);
    }
    return this.#allTexts;
  }

  /** The event's name, or the way to derive it from the body. */
  get event(): string | EventInBody | undefined {
    if (this.#event === undefined) {
      this.#event = { known: this.request.event };
    }
    return this.#event.known;
  }

  /** The event, derived from the body if the head does not tell it. A head has one body. */
  eventIn(body: WholeBody): ComparedText | undefined {
    const { event } = this;
    if (typeof event !== 'object') return this.values({ name: 'event' })[0];
    if (this.#eventInBody === undefined) {
      const start = body.text.slice(0, event.mostCharacters);
      const name = event.eventOf(start, body.isWhole && start.length === body.text.length);
      this.#eventInBody = { text: name === undefined ? name : new ComparedText(name) };
    }
    return this.#eventInBody.text;
  }

  #textsOf(field: MatchField): readonly string[] {
    const { request } = this;
    switch (field.name) {
      case 'method':
        return [request.method];
      case 'path':
        return this.#paths();
      case 'query':
        return [request.query, this.#decodedQuery()];
      case 'query.NAME':
        return this.#parametersByName().get(field.key) ?? [];
      case 'header':
        return this.#headerLines();
      case 'header.NAME':
        return this.#headersNamed(field.key);
      case 'type':
        return [request.mediaType];
      case 'size':
        return [String(request.bodySize)];
      case 'ip':
        return [request.ipAddress];
      case 'received':
        return [isoTime(request.receivedAt)];
      case 'id':
      case 'attempt':
      case 'signature':
      case 'contract':
      case 'answer':
      case 'delivery':
        return given(request[field.name]);
      case 'event':
        return typeof this.event === 'string' ? [this.event] : [];
      case 'body':
      case 'json.PATH':
        return [];
    }
  }

  /** The text of the path first, which has the bytes as sent once it is written in UTF-8. */
  #paths(): readonly string[] {
    const { path } = this.request;
    const text = textOfBytes(path);
    return text === path ? [path] : [text, path];
  }

  #decodedQuery(): string {
    const { query } = this.request;
    return decodeQuery(query);
  }

  #parametersByName(): ReadonlyMap<string, readonly string[]> {
    if (this.#parameters === undefined) {
      const { query } = this.request;
      this.#parameters = grouped(queryPairs(query));
    }
    return this.#parameters;
  }

  /** For few names it takes less to look through all headers than to sort these. */
  #headersNamed(key: string): readonly string[] {
    this.#namesAsked += 1;
    if (this.#namesAsked <= fewNames) {
      return this.request.headers
        .filter(([name]) => name.length === key.length && lowerCase(name) === key)
        .map(([, value]) => value);
    }
    this.#headers ??= grouped(
      this.#eachHeader().map(([name, value]) => [lowerCase(name), value] as const),
    );
    return this.#headers.get(key) ?? [];
  }

  #headerLines(): readonly string[] {
    return this.#eachHeader().map(([name, value]) => `${name}: ${value}`);
  }

  #wordTexts(): string[] {
    const { method, path, query, ipAddress } = this.request;
    const [text = path] = this.#paths();
    const texts = [method, text, ipAddress];
    if (path.includes('%')) texts.push(decodePercent(text));
    if (query !== '') texts.push(query, this.#decodedQuery());
    for (const header of this.#eachHeader()) texts.push(...header);
    return texts;
  }

  #eachHeader(): MatchableRequest['headers'] {
    const { headers } = this.request;
    return headers;
  }
}

function grouped(
  pairs: readonly (readonly [name: string, value: string])[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}

/** A letter outside of ASCII whose lower case is longer stays as it is. */
function lowerCase(name: string): string {
  const lower = name.toLowerCase();
  return lower.length === name.length ? lower : name;
}

function given(value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** The texts of a field that are known before the body is read; of several, any one counts. */
export function headValues(
  field: MatchField,
  request: MatchableRequest | MatchedHead,
): readonly string[] {
  return MatchedHead.of(request)
    .values(field)
    .map(({ text }) => text);
}

/**
 * The text of a field of a request: of repeated headers and query names the first one, of `query` the text as sent, of
 * `header` all lines, of a value in JSON the decoded text of a string and the text as sent of any other value.
 * `undefined` if the request has no such field.
 * @param body made with the path of the field, if it has one
 */
export function valueIn(field: MatchField, head: MatchedHead, body: WholeBody): string | undefined {
  switch (field.name) {
    case 'json.PATH':
      return body.jsonAt(field.path)?.text;
    case 'body':
      return head.request.bodySize > 0 ? body.text : undefined;
    case 'event':
      return head.eventIn(body)?.text;
    case 'header':
      return head.request.headers.length > 0 ? headValues(field, head).join('\n') : undefined;
    default:
      return head.values(field)[0]?.text;
  }
}

/** The type of the value that `valueIn` gives the text of, where that is a value in JSON. */
export function jsonTypeIn(field: MatchField, body: WholeBody): JsonType | undefined {
  return field.name === 'json.PATH' ? body.jsonAt(field.path)?.type : undefined;
}
