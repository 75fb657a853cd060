import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  jsonName,
  readJson,
  startOfJson,
} from '@hookwell/bodies/json';
import { hiddenValue } from '../rules.ts';

/** What becomes of the parts of a JSON text. */
export interface JsonRules {
  /** Every value is hidden, by its kind. */
  hidesValues: boolean;
  /** Whether what a name names is hidden whole. */
  isSecret(name: string): boolean;
  /** What is shown of a name. */
  name(name: string): string;
  /** What is shown of a string. */
  string(text: string): string;
  /** What is shown of a number. */
  number(digits: string): string;
}

export interface RewrittenJson {
  /** Without white space between its tokens; what is not hidden is as it was sent. */
  text: string;
  /** Whether anything is not shown as it was. */
  isChanged: boolean;
}

/**
 * Writes a JSON text anew by rules, at any depth, with repeated names, in the order of the sender.
 * @returns `undefined` if it is no JSON
 */
export function rewrittenJson(json: string, rules: JsonRules): RewrittenJson | undefined {
  const writer = new JsonWriter(json, rules);
  return readJson(json, writer, startOfJson(json)) ? writer.finish() : undefined;
}

const hiddenString = JSON.stringify(hiddenValue);

/** Copies what stays in runs as long as possible. */
class JsonWriter implements JsonSink {
  readonly #json: string;
  readonly #rules: JsonRules;
  readonly #pieces: string[] = [];
  /** The run that is not written yet. */
  #from: number;
  #to: number;
  #isChanged = false;
  /** The place of the next token: first in its container, or behind a name. */
  #isFirst = true;
  #isNamed = false;
  #isSecret = false;
  #start = 0;
  /** Open containers from the hidden one on. */
  #hiddenLevels = 0;

  constructor(json: string, rules: JsonRules) {
    this.#json = json;
    this.#rules = rules;
    this.#from = startOfJson(json);
    this.#to = this.#from;
  }

  begin(token: JsonToken, at: number): void {
    const opens = token <= JsonKind.array;
    if (this.#hiddenLevels > 0) {
      if (opens) this.#hiddenLevels += 1;
      return;
    }
    this.#goTo(at, this.#isNamed ? ':' : this.#isFirst ? '' : ',');
    this.#isNamed = false;
    this.#isFirst = opens;
    this.#start = at;
    if (!opens) return;
    if (this.#isSecret) this.#hiddenLevels = 1;
    else this.#to = at + 1;
  }

  end(token: JsonToken, at: number): void {
    if (this.#hiddenLevels > 0) {
      if (token > JsonKind.array) return;
      this.#hiddenLevels -= 1;
      if (this.#hiddenLevels > 0) return;
      this.#replace(at, hiddenString);
      this.#isSecret = false;
    } else if (token <= JsonKind.array) {
      this.#goTo(at - 1, '');
      this.#to = at;
    } else {
      const shown = token === jsonName ? this.#shownName(at) : this.#shownValue(token, at);
      if (shown === undefined) this.#to = at;
      else this.#replace(at, shown);
    }
    this.#isFirst = false;
    this.#isNamed = token === jsonName;
  }

  finish(): RewrittenJson {
    this.#pieces.push(this.#json.slice(this.#from, this.#to));
    return { text: this.#pieces.join(''), isChanged: this.#isChanged };
  }

  /** Goes on at a token, with what has to stand before it: the run goes on if nothing else does. */
  #goTo(at: number, separator: string): void {
    if (at - this.#to === separator.length) return;
    this.#pieces.push(this.#json.slice(this.#from, this.#to), separator);
    this.#from = at;
    this.#to = at;
  }

  /** Puts a text in place of the token that ends there. */
  #replace(end: number, shown: string): void {
    this.#pieces.push(this.#json.slice(this.#from, this.#start), shown);
    this.#from = end;
    this.#to = end;
    this.#isChanged = true;
  }

  #shownName(end: number): string | undefined {
    const name = this.#string(end);
    this.#isSecret = !this.#rules.hidesValues && this.#rules.isSecret(name);
    const shown = this.#rules.name(name);
    return shown === name ? undefined : JSON.stringify(shown);
  }

  /** `undefined` if the value is shown as it was sent. */
  #shownValue(kind: JsonToken, end: number): string | undefined {
    const isSecret = this.#isSecret;
    this.#isSecret = false;
    // That there is nothing is no secret.
    if (kind === JsonKind.null) return undefined;
    if (this.#rules.hidesValues) return hiddenByKind(kind);
    if (isSecret) return hiddenString;
    if (kind === JsonKind.string) {
      const text = this.#string(end);
      const shown = this.#rules.string(text);
      return shown === text ? undefined : JSON.stringify(shown);
    }
    if (kind !== JsonKind.number) return undefined;
    const digits = this.#json.slice(this.#start, end);
    return this.#rules.number(digits) === digits ? undefined : hiddenString;
  }

  /** The string that ends there, without quotes and escapes. */
  #string(end: number): string {
    const content = this.#json.slice(this.#start + 1, end - 1);
    // The tokenizer has found it to be a string.
    return content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content;
  }
}

function hiddenByKind(kind: JsonToken): string {
  if (kind === JsonKind.string) return hiddenString;
  return kind === JsonKind.number ? '0' : 'false';
}
