import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  jsonName,
  readJson,
  startOfJson,
} from '../json/tokenizer.ts';
import { hiddenValue } from './rules.ts';

/** What becomes of the parts of a JSON text. */
interface JsonRules {
  /** Every value is hidden, by its kind. */
  hidesValues: boolean;
  /** Whether what a name names is hidden whole. */
  isSecret(name: string): boolean;
  /** What is shown of a name, a string or the digits of a number. */
  text(text: string): string;
}

/**
 * Writes a JSON text anew by rules, at any depth, with repeated names, in the order of the sender, without white space between its tokens.
 * What is not hidden is as it was sent.
 * @returns `undefined` if it is no JSON
 */
export function rewrittenJson(json: string, rules: JsonRules): RewrittenJson | undefined {
  const writer = new JsonWriter(json, rules);
  if (!readJson(json, writer, startOfJson(json))) return undefined;
  return { text: writer.pieces.join(''), isChanged: writer.isChanged };
}

export interface RewrittenJson {
  text: string;
  /** Whether anything is not shown as it was. */
  isChanged: boolean;
}

const hiddenString = JSON.stringify(hiddenValue);

class JsonWriter implements JsonSink {
  readonly pieces: string[] = [];
  isChanged = false;
  readonly #json: string;
  readonly #rules: JsonRules;
  /** The place of the next token: first in its container, or behind a name. */
  #isFirst = true;
  #isNamed = false;
  /** The next value belongs to a secret name. */
  #isSecret = false;
  #start = 0;
  /** Open containers from the hidden one on. */
  #hiddenLevels = 0;

  constructor(json: string, rules: JsonRules) {
    this.#json = json;
    this.#rules = rules;
  }

  begin(token: JsonToken, at: number): void {
    const opens = token <= JsonKind.array;
    if (this.#hiddenLevels > 0) {
      if (opens) this.#hiddenLevels += 1;
      return;
    }
    if (!this.#isFirst) this.pieces.push(this.#isNamed ? ':' : ',');
    this.#isNamed = false;
    this.#isFirst = opens;
    this.#start = at;
    if (opens && this.#isSecret) this.#hiddenLevels = 1;
    else if (opens) this.pieces.push(this.#json.charAt(at));
  }

  end(token: JsonToken, at: number): void {
    if (this.#hiddenLevels > 0) {
      if (token > JsonKind.array) return;
      this.#hiddenLevels -= 1;
      if (this.#hiddenLevels > 0) return;
      this.#push(hiddenString, '');
      this.#isSecret = false;
    } else if (token <= JsonKind.array) this.pieces.push(this.#json.charAt(at - 1));
    else {
      const sent = this.#json.slice(this.#start, at);
      this.#push(this.#shown(token, sent), sent);
    }
    this.#isFirst = false;
    this.#isNamed = token === jsonName;
  }

  #push(shown: string, sent: string): void {
    this.isChanged ||= shown !== sent;
    this.pieces.push(shown);
  }

  #shown(token: JsonToken, sent: string): string {
    if (token === jsonName) {
      const name = stringIn(sent);
      this.#isSecret = !this.#rules.hidesValues && this.#rules.isSecret(name);
      return this.#string(sent, name);
    }
    const isSecret = this.#isSecret;
    this.#isSecret = false;
    // That there is nothing is no secret.
    if (token === JsonKind.null) return sent;
    if (this.#rules.hidesValues && token !== JsonKind.string)
      return token === JsonKind.number ? '0' : 'false';
    if (this.#rules.hidesValues || isSecret) return hiddenString;
    if (token === JsonKind.string) return this.#string(sent, stringIn(sent));
    return this.#rules.text(sent) === sent ? sent : hiddenString;
  }

  #string(sent: string, text: string): string {
    const shown = this.#rules.text(text);
    return shown === text ? sent : JSON.stringify(shown);
  }
}

/** A string without quotes and escapes. The scanner has found it to be one. */
function stringIn(sent: string): string {
  return sent.includes('\\') ? (JSON.parse(sent) as string) : sent.slice(1, -1);
}
