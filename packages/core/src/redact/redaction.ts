import { decodePercent } from '../http/target-text.ts';
import { type RewrittenJson, rewrittenJson } from './json.ts';
import { hiddenValue, type RedactionRules } from './rules.ts';

/** JSON in a string of JSON, an encoded URL in a query: so many levels are read, and what might have more is hidden. */
const maxLevels = 6;

/** Without any of these a string is neither a URL nor JSON, and has no pairs in it. */
const mayHoldMore = /[=%:]|\/\/|^[\s\ufeff]*["[{]/;
const mayBeJson = /^[\s\ufeff]*["[{]/;
/** The user and the password of a URL: a user alone may be a token, but for that of every repository that is reached over SSH. */
const userInfo = /\/\/(?!git@)[^\s/?#"<>]*@/g;

/** What is shown of the texts of a request by rules. It takes time linear in a text. */
export class Redaction {
  /** Every value is hidden. */
  readonly hidesValues: boolean;
  /** Whether what a name names is hidden whole. */
  readonly isSecret: (name: string) => boolean;
  readonly #hidden: RegExp | undefined;

  constructor({ redact, fields, hidden }: RedactionRules) {
    this.hidesValues = redact === 'values';
    this.isSecret = secretNames(fields);
    const texts = hidden.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.#hidden = texts.length === 0 ? undefined : new RegExp(texts.join('|'), 'gi');
  }

  /** What is shown of a name. That stays, but for what is in it as in any text. */
  name(name: string): string {
    return this.#text(name, maxLevels);
  }

  /** What is shown of a value whose name is no secret. */
  value(text: string): string {
    return this.hidesValues ? hiddenValue : this.#text(text, maxLevels);
  }

  /** What is shown of a name and its value. */
  pair(name: string, value: string): [name: string, value: string] {
    return [this.name(name), this.isSecret(name) ? hiddenValue : this.value(value)];
  }

  /** A JSON text written anew; `undefined` if it is no JSON. */
  json(text: string): string | undefined {
    return this.#json(text, this.hidesValues, maxLevels)?.text;
  }

  #json(text: string, hidesValues: boolean, levels: number): RewrittenJson | undefined {
    return rewrittenJson(text, {
      hidesValues,
      isSecret: this.isSecret,
      text: (part) => this.#text(part, levels),
    });
  }

  #text(text: string, levels: number): string {
    if (!mayHoldMore.test(text)) return this.#withoutHidden(text);
    if (levels === 0) return hiddenValue;
    const json = mayBeJson.test(text) ? this.#json(text, false, levels - 1) : undefined;
    if (json !== undefined) return json.isChanged ? json.text : text;
    const open = this.#beforeSecretMember(text).replace(userInfo, `//${hiddenValue}@`);
    return this.#withoutHidden(this.#withoutSecretPairs(open, levels - 1));
  }

  #withoutHidden(text: string): string {
    return this.#hidden === undefined ? text : text.replace(this.#hidden, hiddenValue);
  }

  /** Of JSON that was cut, everything behind the first secret name in quotes is hidden. */
  #beforeSecretMember(text: string): string {
    let end = -1;
    for (const piece of text.split(':').slice(0, -1)) {
      end += piece.length + 1;
      const named = piece.trimEnd();
      const quote = named.at(-1) ?? '';
      if (quote !== '"' && quote !== "'") continue;
      const content = named.slice(0, -1);
      const name = content.slice(content.lastIndexOf(quote) + 1);
      if (this.isSecret(withoutEscapes(name))) return text.slice(0, end + 1) + hiddenValue;
    }
    return text;
  }

  /**
   * A text in which values of secret names are hidden: of queries and fragments, and wherever else names and values stand with `=` between
   * them. Where it is not clear how far a value goes, more is hidden: all up to the next pair.
   */
  #withoutSecretPairs(text: string, levels: number): string {
    // A piece, what follows it, the next piece, and so on.
    const parts = text.split(/([=&#])/);
    const shown: string[] = [];
    let hasQuery = false;
    for (let index = 0; index < parts.length; index += 2) {
      const [piece = '', delimiter = ''] = [parts[index], parts[index + 1]];
      const name = hasQuery ? piece : piece.slice(piece.indexOf('?') + 1);
      hasQuery ||= piece.includes('?');
      shown.push(piece.includes('%') ? this.#encoded(piece, levels) : piece, delimiter);
      if (delimiter !== '=' || !this.isSecret(name)) continue;
      const end = endOfValue(parts, index + 2);
      // The end of a text in base64 is no value.
      if (parts.slice(index + 2, end).every((part) => part === '=' || part.trim() === '')) continue;
      shown.push(hiddenValue, parts[end] ?? '');
      index = end - 1;
    }
    return shown.join('');
  }

  #encoded(encoded: string, levels: number): string {
    const text = decodePercent(encoded);
    if (text === encoded) return encoded;
    const shown = this.#text(text, levels);
    if (shown === text) return encoded;
    return encodeURIComponent(shown.toWellFormed()).replaceAll(encodedHidden, hiddenValue);
  }
}

const encodedHidden = encodeURIComponent(hiddenValue);

/** The index of the delimiter behind a value. What follows it and is no pair is a part of it: an `&` that was not encoded. */
function endOfValue(parts: readonly string[], from: number): number {
  for (let at = from + 1; at < parts.length; at += 2)
    if (parts[at] !== '=' && parts[at + 2] === '=') return at;
  return parts.length;
}

/** Escapes of JSON may be escaped again, in a string of JSON. */
function withoutEscapes(name: string): string {
  return name
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '');
}

const secretName =
  /token|secret|password|passwd|apikey|auth|signature|session|credential|card|cvv|otp|(?:key|pass|sig)$/;

/** Where a name has several parts: `user[token]`, `user.pass`, `a;sig`. */
const betweenParts = /[[\],;/:?|(){}"'\s]+/;
const betweenPartsAndDots = /[[\].,;/:?|(){}"'\s]+/;

/** Encoders encode a name more than once by mistake. */
const maxDecodings = 3;

/**
 * A name in the form in which names are compared: without case, `-`, `_` and `.`, and without what only looks different: full-width letters,
 * accents, other dashes, spaces, and characters that are not seen.
 */
export function foldedName(name: string): string {
  if (/^[!-~]*$/.test(name)) return name.toLowerCase().replace(/[-_.]+/g, '');
  return name.normalize('NFKD').toLowerCase().replaceAll('ı', 'i').replace(ignored, '');
}

const ignored =
  /[\p{Mark}\p{Format}\p{Control}\p{Dash_Punctuation}\p{Connector_Punctuation}\s.]+/gu;

/** Makes what tells whether the value of a name is a secret. */
function secretNames(fields: readonly string[]): (name: string) => boolean {
  const folded = new Set(fields.map(foldedName).filter((field) => field !== ''));
  const isSecretPart = (part: string) => {
    const name = foldedName(part);
    return secretName.test(name) || folded.has(name);
  };
  return (name) => {
    let decoded = name;
    for (let count = 0; count < maxDecodings && decoded.includes('%'); count += 1)
      decoded = decodePercent(decoded);
    if (isSecretPart(decoded)) return true;
    return [betweenParts, betweenPartsAndDots].some(
      (between) => between.test(decoded) && decoded.split(between).some(isSecretPart),
    );
  };
}
