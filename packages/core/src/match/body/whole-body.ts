import type { JsonPath } from '../language/match.ts';
import { ComparedText, fold, type Needle } from '../text/compared-text.ts';
import { stepsOf, Work } from '../text/work.ts';
import { isBinary, XmlStart } from './chunk-tests.ts';
import { JsonNode, type JsonValue } from './json-node.ts';
import { JsonScanner } from './json-scanner.ts';
import type { JsonTest } from './value-tests.ts';

/** A text of so many characters is read as JSON in some 0.5 ms. */
const longestShortText = 32 * 1024;

/**
 * A body that is at hand: it is folded once, read as JSON once, and looked through for bytes that are no text once,
 * however many matches and fields ask for that, and not at all if none does.
 */
export class WholeBody {
  /** Whether that is all of it. In a body that is cut there is no JSON, and no text is exactly that. */
  readonly isWhole: boolean;
  readonly work: Work;
  readonly #paths: Iterable<JsonPath>;
  #text: string | (() => string);
  #isRead = false;
  #folded: string | undefined;
  #isBinary: boolean | undefined;
  /** `false`: the body is no JSON. */
  #json: JsonNode | false | undefined;
  #compared: Map<JsonNode, ComparedText> | undefined;

  /**
   * @param text or what makes it, once it is asked for
   * @param paths all paths that values will be asked for at
   */
  constructor(
    text: string | (() => string),
    isWhole: boolean,
    paths: Iterable<JsonPath>,
    work = new Work(),
  ) {
    this.#text = text;
    this.isWhole = isWhole;
    this.#paths = paths;
    this.work = work;
  }

  /** Its text, decompressed and decoded. */
  get text(): string {
    const text = typeof this.#text === 'string' ? this.#text : this.#text();
    if (!this.#isRead) this.work.steps += stepsOf.read * text.length;
    this.#isRead = true;
    this.#text = text;
    return text;
  }

  get folded(): string {
    if (this.#folded === undefined) {
      this.work.steps += stepsOf.fold * this.text.length;
      this.#folded = fold(this.text);
    }
    return this.#folded;
  }

  contains(needle: Needle): boolean {
    this.work.steps += stepsOf.search * this.text.length;
    return needle.isInFolded(this.folded);
  }

  /** Whether it is exactly that text, all of it. */
  is(text: string): boolean {
    this.work.steps += text.length;
    return this.isWhole && this.text === text;
  }

  get isBinary(): boolean {
    if (this.#isBinary === undefined) {
      this.work.steps += stepsOf.inspect * this.text.length;
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
    return this.#find(path)?.decoded(this.work);
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
    this.work.steps += stepsOf.lookUp * path.length;
    return this.#root()?.find(path);
  }

  /** A value as it was sent is folded with the body: values in one another would else take much memory. */
  #comparedText(node: JsonNode): ComparedText {
    const { text } = node.decoded(this.work);
    const isAsSent = text.length === node.sourceLength;
    const { place } = node;
    const folded = () => this.folded.slice(place, place + text.length);
    return new ComparedText(text, this.work, isAsSent ? folded : undefined);
  }

  #root(): JsonNode | undefined {
    if (this.#json === undefined) {
      const { root, scanner } = this.#beginJson();
      scanner.push(this.#jsonText);
      this.#json = scanner.end() && root;
    }
    return this.#json === false ? undefined : this.#json;
  }

  /** Whether to read it as JSON takes so long that it should be done with pauses, before a value is asked for. */
  get isLongToRead(): boolean {
    return this.#json === undefined && this.#jsonText.length > longestShortText;
  }

  /** Reads it as JSON with pauses. */
  *readJson(): Generator<void, void> {
    const { root, scanner } = this.#beginJson();
    yield* scanner.pushInSteps(this.#jsonText);
    this.#json = scanner.end() && root;
  }

  get #jsonText(): string {
    return this.isWhole ? this.text : '';
  }

  #beginJson(): { root: JsonNode; scanner: JsonScanner } {
    const root = new JsonNode();
    if (this.#jsonText !== '') {
      for (const path of this.#paths) {
        this.work.steps += stepsOf.ask * path.length;
        root.ask(path);
      }
    }
    return { root, scanner: new JsonScanner(root, this.work) };
  }
}
