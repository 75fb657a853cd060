import { decodePercent } from '@hookwell/bodies/query-text';
import { hiderOf } from '../names/hidden-texts.ts';
import { Names } from '../names/names.ts';
import { hiddenValue, type RedactionRules } from '../rules.ts';
import { withoutSecretPairs } from './pairs.ts';
import { type RewrittenJson, rewrittenJson } from './rewritten-json.ts';
import { withoutUserInfo } from './user-info.ts';

/** JSON in a string of JSON, an encoded URL in a query: so many levels are read, and what might have more is hidden. */
const mostLevels = 6;

/** Without any of these a string is neither a URL nor JSON, and has no pairs in it. */
const mayHoldMore = /[=%:]|\/\/|^[\s\ufeff]*["[{]/;
const mayBeJson = /^[\s\ufeff]*["[{]/;

/** What is shown of the texts of a request by rules. */
export class Redaction {
  /** Every value is hidden. */
  readonly hidesValues: boolean;
  readonly #names: Names;
  readonly #hide: (text: string) => string;

  constructor(rules: RedactionRules) {
    this.hidesValues = rules.redact === 'values';
    this.#names = new Names(rules.fields);
    this.#hide = hiderOf(rules.hidden);
  }

  /** Whether what a name names is hidden whole. */
  isSecret(name: string): boolean {
    return this.#names.isSecret(name);
  }

  /** What is shown of a name. That stays, but for what is in it as in any text. */
  name(name: string): string {
    return this.#text(name, mostLevels);
  }

  /** What is shown of a value whose name is no secret. */
  value(text: string): string {
    return this.hidesValues ? hiddenValue : this.#text(text, mostLevels);
  }

  /** What is shown of a name and its value. */
  pair(name: string, value: string): [name: string, value: string] {
    return [this.name(name), this.isSecret(name) ? hiddenValue : this.value(value)];
  }

  /** A JSON text written anew; `undefined` if it is no JSON. */
  json(text: string): string | undefined {
    return this.#json(text, this.hidesValues, mostLevels)?.text;
  }

  #text(text: string, levels: number): string {
    if (!mayHoldMore.test(text)) return this.#hide(text);
    if (levels === 0) return hiddenValue;
    const json = mayBeJson.test(text) ? this.#json(text, false, levels - 1) : undefined;
    if (json !== undefined) return json.isChanged ? json.text : text;
    const shown = withoutSecretPairs(withoutUserInfo(text), {
      isSecret: (name) => this.isSecret(name),
      piece: (piece) => this.#encodedText(piece, levels - 1),
    });
    return this.#hide(shown);
  }

  #encodedText(encoded: string, levels: number): string {
    const text = decodePercent(encoded);
    if (text === encoded) return encoded;
    const shown = this.#text(text, levels);
    if (shown === text) return encoded;
    return encodeURIComponent(shown.toWellFormed()).replaceAll(encodedHidden, hiddenValue);
  }

  #json(text: string, hidesValues: boolean, levels: number): RewrittenJson | undefined {
    return rewrittenJson(text, {
      hidesValues,
      isSecret: (name) => this.isSecret(name),
      name: (name) => this.#text(name, levels),
      string: (string) => this.#text(string, levels),
      number: this.#hide,
    });
  }
}

const encodedHidden = encodeURIComponent(hiddenValue);
