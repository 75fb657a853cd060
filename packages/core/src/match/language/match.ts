/** The names of the fields that have one value, or a list of values without names. */
export const plainFieldNames = [
  'method',
  'path',
  'query',
  'header',
  'body',
  'type',
  'size',
  'ip',
  'id',
  'received',
  'signature',
  'contract',
  'event',
  'answer',
  'attempt',
  'delivery',
] as const;
export type PlainFieldName = (typeof plainFieldNames)[number];

/** The kinds of a body that `has:` can ask for. */
export const bodyKinds = [
  'json',
  'xml',
  'form',
  'multipart',
  'text',
  'image',
  'binary',
  'empty',
] as const;
export type BodyKind = (typeof bodyKinds)[number];

/** Names of members and indexes of items (`"0"` is both) from the top of a JSON text to a value in it. */
export type JsonPath = readonly string[];

/** A part of a captured request. */
export type MatchField =
  | { name: PlainFieldName }
  /** `key` is a header's name in lower case. */
  | { name: 'header.NAME'; key: string }
  /** `key` is the decoded name of a query parameter. */
  | { name: 'query.NAME'; key: string }
  | { name: 'json.PATH'; path: JsonPath };

/** `:` contains in any case, `=` is exactly that, the others compare numbers or times. */
export type MatchOperator = ':' | '=' | '>' | '>=' | '<' | '<=';

/** The condition of a term: plain data, with texts as they were written, without quotes. */
export type MatchCondition =
  | { kind: 'word'; text: string }
  | { kind: 'field'; field: MatchField; operator: MatchOperator; text: string }
  | { kind: 'has'; field: MatchField }
  | { kind: 'has-kind'; bodyKind: BodyKind };

export interface MatchTerm {
  isNegated: boolean;
  condition: MatchCondition;
  /** The indexes of the term's beginning and end in the text of the match. */
  start: number;
  end: number;
}

/** A match that has been read. Without terms it means every request. */
export interface Match {
  terms: readonly MatchTerm[];
}

export const longestMatchCharacters = 4096;
export const mostTerms = 64;

/** A place at which the text of a match makes no sense. The message is a sentence for its writer. */
export class MatchError extends Error {
  override readonly name = 'MatchError';
  /** The indexes of the beginning and the end of the place in the text of the match. */
  readonly start: number;
  readonly end: number;
  /** Whether more text behind it may make sense of it: somebody is still typing. */
  readonly isUnfinished: boolean;

  constructor(
    message: string,
    place: { start: number; end: number },
    options: { isUnfinished?: boolean } = {},
  ) {
    super(message);
    this.start = place.start;
    this.end = place.end;
    this.isUnfinished = options.isUnfinished ?? false;
  }
}

/** The beginning of a long text, for a message. */
export function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
