import type { JsonPath } from '../language/match.ts';
import { fold } from '../text/fold.ts';
import { JsonNode, type JsonValue } from './json-node.ts';
import { JsonScanner } from './json-scanner.ts';
import { isBinary, XmlStart } from './text-start.ts';

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
  #json: { isJson: boolean; values: ReadonlyMap<JsonPath, JsonValue> } | undefined;

  /**
   * @param text or what makes it, once it is asked for
   * @param paths all paths that `jsonAt` will be asked for
   */
  constructor(text: string | (() => string), isWhole: boolean, paths: Iterable<JsonPath>) {
    this.#text = text;
    this.isWhole = isWhole;
    this.#paths = paths;
  }

  /** Its text, decompressed and decoded. */
  get text(): string {
    if (typeof this.#text !== 'string') this.#text = this.#text();
    return this.#text;
  }

  get folded(): string {
    this.#folded ??= fold(this.text);
    return this.#folded;
  }

  get isBinary(): boolean {
    this.#isBinary ??= isBinary(this.text);
    return this.#isBinary;
  }

  /** Whether it begins as XML does. */
  get beginsAsXml(): boolean {
    const start = new XmlStart();
    start.push(this.text);
    return start.isXml ?? false;
  }

  get isJson(): boolean {
    this.#json ??= this.#readJson();
    return this.#json.isJson;
  }

  /**
   * The value at a path of a body that is JSON; of repeated names the last one counts.
   * @param path one of those that the body was made with: the same array
   */
  jsonAt(path: JsonPath): JsonValue | undefined {
    this.#json ??= this.#readJson();
    return this.#json.values.get(path);
  }

  #readJson(): { isJson: boolean; values: ReadonlyMap<JsonPath, JsonValue> } {
    const nothing = { isJson: false, values: new Map<JsonPath, JsonValue>() };
    if (!this.isWhole) return nothing;
    const values = new Map<JsonPath, JsonValue>();
    const root = new JsonNode();
    for (const path of this.#paths) {
      root.at(path).listeners.push((value) => {
        if (value === undefined) values.delete(path);
        else values.set(path, value);
      });
    }
    const scanner = new JsonScanner(root);
    scanner.push(this.text);
    return !scanner.failed && scanner.end() ? { isJson: true, values } : nothing;
  }
}
