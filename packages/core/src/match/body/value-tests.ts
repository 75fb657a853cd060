import type { JsonPath, MatchField, MatchOperator } from '../language/match.ts';
import {
  ComparedText,
  compareDecimals,
  fold,
  Needle,
  parseDecimal,
} from '../text/compared-text.ts';
import type { JsonNode, JsonType } from './json-node.ts';

/** Tells whether a text fulfils a condition. */
export type TextTest = (text: ComparedText) => boolean;

/** Tells whether a value in JSON does: the decoded text of a string, the text as sent of any other value. */
export type JsonTest = (text: ComparedText, type: JsonType) => boolean;

/** The test of one text of a field other than `received`. */
export function textTest(field: MatchField, operator: MatchOperator, text: string): TextTest {
  if (operator === ':') return containing(text);
  if (operator !== '=') return numberTest(operator, text);
  if (field.name === 'method') {
    const folded = fold(text);
    return (value) => value.folded === folded;
  }
  return (value) => value.is(text);
}

/** The test of a value in JSON. */
export function jsonTest(operator: MatchOperator, text: string): JsonTest {
  if (operator === ':') return containing(text);
  const isNumber = numberTest(operator, text);
  if (operator === '=') {
    const canBeNumber = parseDecimal(text) !== undefined;
    return (value, type) => value.is(text) || (type === 'number' && canBeNumber && isNumber(value));
  }
  return (value, type) => (type === 'number' || type === 'string') && isNumber(value);
}

function containing(text: string): TextTest {
  const needle = new Needle(text);
  return (value) => value.contains(needle);
}

/** The test of a decimal number; a text that is none never passes. */
function numberTest(operator: MatchOperator, text: string): TextTest {
  const bound = parseDecimal(text);
  return (value) => {
    if (bound === undefined || value.decimal === undefined) return false;
    return isInOrder(operator, compareDecimals(value.decimal, bound));
  };
}

/** Whether a comparison, below, at or above 0, fulfils the operator. */
export function isInOrder(operator: MatchOperator, comparison: number): boolean {
  switch (operator) {
    case '>':
      return comparison > 0;
    case '>=':
      return comparison >= 0;
    case '<':
      return comparison < 0;
    case '<=':
      return comparison <= 0;
    default:
      return comparison === 0;
  }
}

/** Values of at most so many characters are kept until the end of the body. */
const longestKeptCharacters = 4096;

/**
 * Tests the value at one path of a JSON text that comes in chunks. Of repeated names the last one counts, so values are
 * tested at the end; a long one is tested once it has ended, and not kept so long.
 */
export class PathTests {
  readonly #asked: { test: JsonTest; decide: (holds: boolean) => void; passes: boolean }[] = [];
  readonly #root: JsonNode;
  readonly #path: JsonPath;
  #isTested = false;

  constructor(root: JsonNode, path: JsonPath) {
    this.#root = root;
    this.#path = path;
    root.ask(path).onEnd = (node) => {
      this.#isTested = node.sourceLength > longestKeptCharacters;
      if (!this.#isTested) return;
      this.#test(node);
      node.drop();
    };
  }

  ask(test: JsonTest, decide: (holds: boolean) => void): void {
    this.#asked.push({ test, decide, passes: false });
  }

  end(isJson: boolean): void {
    const node = isJson ? this.#root.find(this.#path) : undefined;
    if (node !== undefined && !this.#isTested) this.#test(node);
    for (const { decide, passes } of this.#asked) decide(node !== undefined && passes);
  }

  #test(node: JsonNode): void {
    const { text, type } = node.decoded();
    const compared = new ComparedText(text);
    for (const asked of this.#asked) asked.passes = asked.test(compared, type);
  }
}

const byteOrderMark = '\uFEFF';

/** Compares a text that comes in chunks with a given one. */
export class TextComparison {
  readonly #text: string;
  #at = 0;
  #differs = false;

  constructor(text: string) {
    this.#text = text;
  }

  get differs(): boolean {
    return this.#differs;
  }

  push(chunk: string): void {
    if (!this.#text.startsWith(chunk, this.#at)) this.#differs = true;
    this.#at += chunk.length;
  }

  /** Whether all of the text was the given one. */
  end(): boolean {
    return !this.#differs && this.#at === this.#text.length;
  }
}

/** Tells whether a text that comes in chunks begins as XML does, with a byte order mark before it or not. */
export class XmlStart {
  #start = '';

  /** `undefined` while too little has come. */
  get isXml(): boolean | undefined {
    if (this.#text().startsWith('<?xml')) return true;
    return '<?xml'.startsWith(this.#text()) ? undefined : false;
  }

  push(chunk: string): void {
    if (this.#start.length < 6) this.#start += chunk.slice(0, 6);
  }

  #text(): string {
    return this.#start.startsWith(byteOrderMark) ? this.#start.slice(1) : this.#start;
  }
}

/** Whether a part of a body's text shows that the body is not text: bytes without a meaning in its charset, or NUL. */
export function isBinary(chunk: string): boolean {
  return chunk.includes('\uFFFD') || chunk.includes('\0');
}

/** Small chunks are joined up to this length, so that the characters kept between chunks are looked at rarely. */
const leastSearchedCharacters = 4096;

/** Looks for several texts at once in a text that comes in chunks, over their borders too. */
export class TextWatch {
  #sought: { needle: Needle; onFound: () => void }[] = [];
  #keptCharacters = 0;
  /** The folded end of what was searched: a text that is looked for may begin in it. */
  #tail = '';
  #pending = '';

  /** All texts are asked for before the first chunk. */
  ask(needle: Needle, onFound: () => void): void {
    this.#sought.push({ needle, onFound });
    this.#keptCharacters = Math.max(this.#keptCharacters, needle.text.length - 1);
  }

  push(chunk: string): void {
    if (this.#sought.length === 0) return;
    this.#pending += chunk;
    const least = Math.max(leastSearchedCharacters, 2 * this.#keptCharacters);
    if (this.#pending.length >= least) this.#search();
  }

  end(): void {
    if (this.#sought.length > 0) this.#search();
  }

  #search(): void {
    const folded = this.#tail + fold(this.#pending);
    this.#pending = '';
    this.#sought = this.#sought.filter(({ needle, onFound }) => {
      const isFound = needle.isInFolded(folded);
      if (isFound) onFound();
      return !isFound;
    });
    this.#tail = this.#keptCharacters === 0 ? '' : folded.slice(-this.#keptCharacters);
  }
}
