import { textOrder } from '../verify/form.ts';
import {
  type JsonStyle,
  type JsonText,
  type Letters,
  printJsonText,
  readJsonText,
} from './json-text.ts';

/** Another text of a body, and its name in a sentence: "the sender signed …". */
export interface OtherText {
  text: string;
  name: string;
  /** A form was signed, and its fields came as JSON. */
  isForm?: true;
}

/** A longer text was not signed by anybody: it comes from indenting. */
const mostCharacters = 3 * 1024 * 1024;

const spacings: readonly [JsonStyle['spacing'], string][] = [
  ['compact', 'compact JSON'],
  ['spaced', 'JSON with a space after each colon and comma, as Python writes it'],
  ['  ', 'JSON indented by two spaces'],
  ['    ', 'JSON indented by four spaces'],
  ['\t', 'JSON indented by tabs'],
];

const letterings: readonly [Letters, string, RegExp][] = [
  [{}, '', /^/],
  [{ ascii: true }, ', with escapes for all but ASCII', /[\u007f-\uffff]|\\u/],
  [{ literal: true }, ', with its characters literal instead of escaped', /\\[u/]/],
  [{ slashes: true, ascii: true }, ', with its slashes escaped as PHP does', /\//],
  [
    { slashes: true, ascii: true, meta: true },
    ', with escapes as Meta writes them (such as \\/, \\u003C, \\u0040 and \\u0025)',
    /[<@%]|\\u/,
  ],
  [{ slashes: true, literal: true }, ', with its slashes escaped', /\//],
  [{ html: true }, ', with <, > and & escaped', /[<>&]|\\u/],
];

/** The texts that a sender may have made of the same JSON, the likely ones first. */
export function* jsonTexts(text: string): Generator<OtherText> {
  const json = readJsonText(text);
  if (json === undefined) return;
  if (typeof json === 'object')
    yield* 'items' in json ? inLines(json.items) : formsOf(json.members);
  for (const [isSorted, hasDoubles] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    if (hasDoubles && !losesDigits(json)) continue;
    for (const [letters, lettersName, where] of letterings) {
      if (!where.test(text)) continue;
      for (const [spacing, spacingName] of spacings) {
        const style: JsonStyle = { spacing, letters, isSorted, hasDoubles };
        const other = isSorted ? ', its keys in order' : hasDoubles ? `, ${doublesName}` : '';
        const name = `${spacingName}${lettersName}${other}`;
        yield* styled(json, style, name, text);
      }
    }
  }
  if (typeof json === 'string') yield* unquoted(json);
  yield { text: JSON.stringify(text), name: 'it as a JSON string' };
}

/** A batch of events. */
function* inLines(items: readonly JsonText[]): Generator<OtherText> {
  if (items.length === 0) return;
  const style: JsonStyle = { spacing: 'compact', letters: {}, isSorted: false };
  const texts: string[] = [];
  for (const item of items) {
    const text = printJsonText(item, style, mostCharacters);
    if (text === undefined) return;
    texts.push(text);
  }
  const text = `[${texts.join(',\r\n')}]`;
  const name = 'it with line breaks (CR LF) between its events, as SendGrid writes it';
  yield { text, name };
  yield { text: `${text}\r\n`, name };
}

type Members = Exclude<Exclude<JsonText, string>, { items: unknown }>['members'];

/** The forms that parsers make such JSON of. */
function* formsOf(members: Members): Generator<OtherText> {
  if (members.length > mostFieldsOfJson) return;
  const pairs: string[][] = [];
  for (const { key, value } of members) {
    const values = typeof value === 'object' && 'items' in value ? value.items : [value];
    for (const each of values) {
      if (typeof each !== 'string') return;
      pairs.push([textIn(key), textIn(each)]);
    }
  }
  for (const { text, name } of encodedForms(pairs))
    yield { text, name: `a form ${name}`, isForm: true };
}

/** Nobody sends a form with more. */
const mostFieldsOfJson = 1000;

/** The text of a string, a number or a literal in JSON. */
function textIn(json: string): string {
  if (json === 'null') return '';
  // A string of a text that was parsed before is a string.
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

const doublesName = 'its numbers rounded as JavaScript does (1.50 becomes 1.5)';

/** Whether a number is written otherwise once it was a 64-bit floating-point number. */
function losesDigits(json: JsonText): boolean {
  const style: JsonStyle = { spacing: 'compact', letters: {}, isSorted: false };
  const text = printJsonText(json, style, mostCharacters);
  return text !== printJsonText(json, { ...style, hasDoubles: true }, mostCharacters);
}

function* styled(
  json: JsonText,
  style: JsonStyle,
  name: string,
  came: string,
): Generator<OtherText> {
  const text = printJsonText(json, style, mostCharacters);
  if (text === undefined) return;
  if (text !== came) yield { text, name: `it as ${name}` };
  if (!style.isSorted)
    yield { text: `${text}\n`, name: `it as ${name}, with a line break at the end` };
}

function* unquoted(json: string): Generator<OtherText> {
  if (json.startsWith('"'))
    yield { text: JSON.parse(json), name: 'the content of the JSON string that came' };
}

/** Escapes for what stands as it is in a form, by who writes it so. */
const formEncoders: readonly [(text: string) => string, string][] = [
  [(text) => new URLSearchParams([['', text]]).toString().slice(1), 'as browsers encode it'],
  [(text) => strictly(text).replaceAll('%20', '+'), 'encoded as Python and PHP do'],
  [strictly, 'with %20 for spaces'],
  [encodeURIComponent, 'encoded by encodeURIComponent'],
  [(text) => encodeURIComponent(text).replaceAll('%20', '+'), 'encoded with + for spaces'],
  [
    (text) => strictly(text).replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    'with escapes in lower case',
  ],
  [(text) => text, 'without escapes'],
];

function strictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The texts that a sender may have made of the same form. */
export function* formTexts(text: string): Generator<OtherText> {
  const pairs = pairsOf(text);
  if (pairs === undefined) return;
  for (const other of encodedForms(pairs))
    if (other.text !== text) yield { text: other.text, name: `its form ${other.name}` };
}

function* encodedForms(pairs: readonly string[][]): Generator<OtherText> {
  const sorted = pairs.toSorted(([a = ''], [b = '']) => textOrder(a, b));
  for (const [encode, name] of formEncoders) {
    for (const [order, orderName] of [
      [pairs, ''],
      [sorted, ', its fields in order'],
    ] as const) {
      const text = order.map((pair) => pair.map(encode).join('=')).join('&');
      yield { text, name: `${name}${orderName}` };
    }
  }
}

/** One with more takes long to write anew. */
const mostFields = 20_000;

function pairsOf(text: string): string[][] | undefined {
  const fields = text.split('&', mostFields + 1);
  if (fields.length > mostFields) return undefined;
  try {
    return fields
      .map((pair) => /^([^=]*)(?:=(.*))?$/s.exec(pair)?.slice(1) ?? [])
      .map((pair) =>
        pair
          .filter((part) => part !== undefined)
          .map((part) => decodeURIComponent(part.replaceAll('+', ' '))),
      );
  } catch {
    // An escape that is none, or not of UTF-8: nobody would write it so again.
    return undefined;
  }
}
