import {
  firstOperator,
  MatchError,
  type MatchField,
  type MatchFieldDescription,
  type MatchOperator,
  matchFields,
  parseFieldName,
  printTerm,
  splitTerms,
} from '@hookwell/core/match';
import { readSetting, writeSetting } from '../page/this-page.ts';
import { readFilter } from './filter-text.ts';
import { type KnownRequests, seenFields, seenTraits, seenValues } from './seen-values.ts';

export interface Suggestion {
  label: string;
  hint: string | undefined;
  /** The text of the filter and the place of the caret after it is accepted. */
  text: string;
  caret: number;
  /** Whether it is a whole search that was made before. */
  isRecent?: boolean;
}

const mostSuggestions = 40;
/** Names that occur are suggested for a plain word once so many characters of it are typed. */
const fewestCharacters = 2;

const hasHint =
  'Whether the request has a field, or a kind of body: has:query, has:header.authorization, has:json.';

const namedFields = ['header.NAME', 'query.NAME', 'json.PATH'] as const;

/**
 * Suggests the rest of the word at the caret: every field of the match language with its explanation, the names of
 * headers, parameters and JSON values that occur, and values that occur.
 */
export function suggest(text: string, caret: number, known: KnownRequests): Suggestion[] {
  const word = typedWordAt(text, caret);
  if (word.isQuoted) return [];
  const minus = word.isNegated ? '-' : '';
  const options = word.operator === '' ? fieldOptions(word, known) : valueOptions(word, known);
  const written = text.slice(word.start, word.end);
  return options
    .map(({ label, hint }) => ({ label: minus + label, hint }))
    .filter(({ label }) => label !== written)
    .slice(0, mostSuggestions)
    .map((option) => replaceWord(text, word, option));
}

type Option = Pick<Suggestion, 'label' | 'hint'>;

function fieldOptions({ name }: TypedWord, known: KnownRequests): Option[] {
  const typed = name.toLowerCase();
  const named = typed.startsWith('json[')
    ? 'json.PATH'
    : namedFields.find((field) => typed.startsWith(startOf(field)));
  if (named !== undefined) {
    return seenFields(named, known)
      .filter((field) => field.toLowerCase().startsWith(typed))
      .map((field) => ({ label: withOperator(field), hint: valueHint(field, known) }));
  }
  const fields = matchFields
    .filter(({ start }) => start.startsWith(typed))
    .map((field) => ({ label: startedTerm(field), hint: field.explanation }));
  const has = 'has'.startsWith(typed) ? [{ label: 'has:', hint: hasHint }] : [];
  // It stands behind the fields that are looked for most.
  return [
    ...fields.slice(0, 3),
    ...has,
    ...fields.slice(3),
    ...(typed.length < fewestCharacters ? [] : namesWith(typed, known)),
  ];
}

function startOf(name: (typeof namedFields)[number]): string {
  return matchFields.find((field) => field.name === name)?.start ?? name;
}

function startedTerm({ start, compares, name }: MatchFieldDescription): string {
  if (start.endsWith('.')) return start;
  if (name === 'delivery') return 'has:delivery';
  if (isVerdict(name)) return `${name}=`;
  if (name === 'answer' || compares === undefined) return `${start}:`;
  return `${start}>`;
}

/** Names of headers, parameters and JSON values that contain what is typed. */
function namesWith(typed: string, known: KnownRequests): Option[] {
  return namedFields.flatMap((name) =>
    seenFields(name, known)
      .filter((field) => field.slice(startOf(name).length).toLowerCase().includes(typed))
      .slice(0, 5)
      .map((field) => ({ label: withOperator(field), hint: valueHint(field, known) })),
  );
}

function withOperator(field: string): string {
  return `${field}${field.startsWith('json') ? '=' : ':'}`;
}

/** A value that the field has. */
function valueHint(field: string, known: KnownRequests): string | undefined {
  const parsed = fieldNamed(field);
  const value = parsed === undefined ? undefined : seenValues(parsed, known)[0];
  return value === undefined ? undefined : `Such as ${value}`;
}

function fieldNamed(name: string): MatchField | undefined {
  try {
    return parseFieldName(name);
  } catch (error) {
    if (error instanceof MatchError) return undefined;
    throw error;
  }
}

function valueOptions({ name, operator, value }: TypedWord, known: KnownRequests): Option[] {
  const typed = value.toLowerCase();
  if (name.toLowerCase() === 'has') {
    return seenTraits(known)
      .filter((trait) => trait.toLowerCase().startsWith(typed))
      .map((trait) => ({ label: `has:${trait}`, hint: kindHints[trait] }));
  }
  const field = fieldNamed(name);
  if (field === undefined || operator === '') return [];
  return seenValues(field, known)
    .filter((seen) => seen.toLowerCase().includes(typed))
    .map((text) => {
      const condition = { kind: 'field' as const, field, operator: exact(field, operator), text };
      const hint = isVerdict(field.name) ? verdictHints[field.name][text] : undefined;
      return { label: printTerm({ isNegated: false, condition }), hint };
    });
}

type Operator = Exclude<TypedWord['operator'], ''>;

/** A verdict is meant as a whole: `signature:valid` would find the invalid ones as well. */
function exact({ name }: MatchField, operator: Operator): Operator {
  return isVerdict(name) && operator === ':' ? '=' : operator;
}

function isVerdict(name: MatchField['name']): name is 'signature' | 'contract' {
  return name === 'signature' || name === 'contract';
}

const verdictHints: Readonly<Record<'signature' | 'contract', Readonly<Record<string, string>>>> = {
  signature: {
    valid: 'The signature was made with a secret of the endpoint.',
    invalid: 'The signature was made with no secret of the endpoint.',
    missing: 'There is no signature.',
    stale: 'The signature is right, but its time is too far from the time of arrival.',
    unverifiable: 'Whether the signature is right cannot be known.',
  },
  contract: {
    holds: 'The body fits the pinned shape of its event.',
    differs: 'The body differs from the pinned shape of its event.',
    none: 'The body was not compared with a pinned shape.',
  },
};

const kindHints: Readonly<Record<string, string>> = {
  json: 'The whole text is JSON.',
  xml: 'The text is XML, by its media type or its first characters.',
  form: 'The body is a form, by its media type.',
  multipart: 'The body has parts, by its media type.',
  text: 'The body is text.',
  image: 'The body is an image, by its media type.',
  binary: 'The body is not text.',
  empty: 'There is no body.',
};

/** Puts a word in its place. A complete word gets a space behind it. */
function replaceWord(text: string, at: TypedWord, { label, hint }: Option): Suggestion {
  const isOpen = /[:=<>.]$/.test(label);
  const rest = text.slice(at.end).trimStart();
  const before = `${text.slice(0, at.start)}${label}${isOpen ? '' : ' '}`;
  const space = isOpen && rest !== '' ? ' ' : '';
  return { label, hint, text: `${before}${space}${rest}`, caret: before.length };
}

/** One word of a filter as it stands in the text, finished or not. */
interface TypedWord {
  /** The indexes of its beginning and its end in the text. */
  start: number;
  end: number;
  isNegated: boolean;
  /** Whether it begins with a quote, so that it is looked for as it is. */
  isQuoted: boolean;
  /** The text before the operator as it stands there, or all of it. */
  name: string;
  operator: MatchOperator | '';
  /** The text behind the operator, without quotes. */
  value: string;
}

/** The word that the caret is in or behind, or an empty one at the caret. */
function typedWordAt(text: string, caret: number): TypedWord {
  const term = splitTerms(text, () => {}).find(({ start, end }) => start < caret && caret <= end);
  if (term === undefined) {
    const place = { start: caret, end: caret };
    return { ...place, isNegated: false, isQuoted: false, name: '', operator: '', value: '' };
  }
  const { start, end, isNegated, beginsQuoted: isQuoted, written } = term;
  const operator = isQuoted ? undefined : firstOperator(written);
  const nameEnd = operator === undefined ? end : written.place(operator.at);
  const valueAt = operator === undefined ? written.length : operator.at + operator.text.length;
  return {
    start,
    end,
    isNegated,
    isQuoted,
    name: text.slice(isNegated ? start + 1 : start, nameEnd),
    operator: operator?.text ?? '',
    value: written.part(valueAt, written.length).text,
  };
}

const mostKept = 10;
const longestCharacters = 500;

/** The last searches of this browser, the latest first, as suggestions for an empty field. */
export function recentSearches(): Suggestion[] {
  return kept().map((label) => {
    // The space behind it ends the last word, so that nothing more is suggested for it.
    const text = `${label} `;
    return { label, hint: undefined, text, caret: text.length, isRecent: true };
  });
}

/** Keeps a search that the user has finished. One with words that make no sense is not kept. */
export function keepSearch(typed: string): void {
  const search = typed.trim();
  if (search === '' || search.length > longestCharacters) return;
  if (readFilter(search).problems.length > 0) return;
  const [latest = '', ...earlier] = kept();
  // A search that was only typed on takes the place of its beginning.
  const others = search.startsWith(`${latest} `) ? earlier : [latest, ...earlier];
  write([search, ...others.filter((other) => other !== search)]);
}

export function forgetSearch(search: string): void {
  write(kept().filter((other) => other !== search));
}

function write(searches: readonly string[]): void {
  const left = searches.filter((search) => search !== '').slice(0, mostKept);
  writeSetting('searches', left.length === 0 ? undefined : left.join('\n'));
}

/** A search has no line break, since its field has one line. */
function kept(): string[] {
  return (readSetting('searches') ?? '').split('\n').filter((search) => search !== '');
}
