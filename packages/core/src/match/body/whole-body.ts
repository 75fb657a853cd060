import type { JsonPath } from '../language/match.ts';
import { ComparedText, fold, type Needle } from '../text/compared-text.ts';
import { JsonNode, type JsonValue } from './json-node.ts';
import { JsonScanner } from './json-scanner.ts';
import { isBinary, type JsonTest, XmlStart } from './value-tests.ts';

/**
 * A body that is at hand: it is folded once, read as JSON once, and looked through for bytes that are no text once,
 * however many matches and fields ask for that, and not at all if none does.
 */
export class WholeBody {
  /** Whether that is all of it. In a body that is cut there is no JSON, and no text is exactly that. */
  readonly isWhole: boolean;
  readonly #paths: Iterable<JsonPath>;
  #text: string | (() => string);
  #folded: string | undefined;
  #isBinary: boolean | undefined;
  /** `false`: the body is no JSON. */
  #json: JsonNode | false | undefined;
  #compared: Map<JsonNode, ComparedText> | undefined;

  /**
   * @param text or what makes it, once it is asked for
   * @param paths all paths that values will be asked for at
   */
  constructor(text: string | (() => string), isWhole: boolean, paths: Iterable<JsonPath>) {
    this.#text = text;
    this.isWhole = isWhole;
    this.#paths = paths;
  }

  /** Its text, decompressed and decoded. */
  get text(): string {
    const text = typeof this.#text === 'string' ? this.#text : this.#text();
    this.#text = text;
    return text;
  }

  get folded(): string {
    if (this.#folded === undefined) {
      this.#folded = fold(this.text);
    }
    return this.#folded;
  }

  contains(needle: Needle): boolean {
    return needle.isInFolded(this.folded);
  }

  /** Whether it is exactly that text, all of it. */
  is(text: string): boolean {
    return this.isWhole && this.text === text;
  }

  get isBinary(): boolean {
    if (this.#isBinary === undefined) {
      this.#isBinary = isBinary(this.text);
    }
    return this.#isBinary;
  }

  /** Whether it begins as XML does. */
  get beginsAsXml(): boolean {
    const start = new XmlStart();
    start.push(this.text);
    return start.isXml ?? false;
  }

  get isJson(): boolean {
    return this.#root() !== undefined;
  }

  /** The value at a path of a body that is JSON; of repeated names the last one counts. */
  jsonAt(path: JsonPath): JsonValue | undefined {
    return this.#find(path)?.decoded();
  }

  /** Whether there is such a value, and it passes the test. */
  passesAt(path: JsonPath, test: JsonTest): boolean {
    const node = this.#find(path);
    if (node === undefined) return false;
    this.#compared ??= new Map();
    let text = this.#compared.get(node);
    if (text === undefined) {
      text = this.#comparedText(node);
      this.#compared.set(node, text);
    }
    return test(text, node.type);
  }

  #find(path: JsonPath): JsonNode | undefined {
    return this.#root()?.find(path);
  }

  /** A value as it was sent is folded with the body: values in one another would else take much memory. */
  #comparedText(node: JsonNode): ComparedText {
    const { text } = node.decoded();
    const isAsSent = text.length === node.sourceLength;
    const { place } = node;
    const folded = () => this.folded.slice(place, place + text.length);
    return new ComparedText(text, isAsSent ? folded : undefined);
  }

  #root(): JsonNode | undefined {
    this.#json ??= this.#readJson();
    return this.#json === false ? undefined : this.#json;
  }

  #readJson(): JsonNode | false {
    if (!this.isWhole || this.text === '') return false;
    const root = new JsonNode();
    for (const path of this.#paths) root.ask(path);
    const scanner = new JsonScanner(root);
    scanner.push(this.text);
    return scanner.end() && root;
  }
}
