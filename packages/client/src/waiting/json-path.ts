import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
  jsonName,
} from '@hookwell/bodies/json';

/** A name or an index (quoted or not), each at the end of the one before it. */
const nextStep = /(?:^|\.)([^.[\]]+)|\[(?:"((?:[^"\\]|\\.)*)"|([^\]"]+))\]/y;

/**
 * The steps of a path such as `data.items[0].id`; a name with dots or brackets in it stands in `["brackets"]`.
 * @throws {TypeError} if the path is invalid
 */
export function parsePath(path: string): string[] {
  const steps: string[] = [];
  let end = 0;
  while (end < path.length) {
    nextStep.lastIndex = end;
    const found = nextStep.exec(path);
    const step = found?.[1] ?? found?.[2]?.replace(/\\(.)/g, '$1') ?? found?.[3];
    if (step === undefined) break;
    steps.push(step);
    end = nextStep.lastIndex;
  }
  if (end < path.length || steps.length === 0) throw new TypeError(`"${path}" is no path in JSON`);
  return steps;
}

/** The value that the steps lead to; `undefined` if they lead nowhere. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && !isIndex(step)) return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/**
 * The same value as it is written in the text, with every digit of a number; of equal names the last one counts, as in
 * `JSON.parse`. The text must be JSON, and the steps must lead somewhere in it.
 */
export function sourceAt(text: string, steps: readonly string[]): string {
  const finder = new SourceFinder(text, steps);
  const tokenizer = new JsonTokenizer(finder);
  tokenizer.read(text);
  tokenizer.end(text.length);
  return finder.source;
}

class SourceFinder implements JsonSink {
  source = '';
  readonly #text: string;
  readonly #steps: readonly string[];
  #start = 0;
  /** The start of the value that the steps lead to, while it is under way. */
  #sourceStart: number | undefined;
  /** The number of open levels. */
  #depth = 0;
  /** For each of the outermost ones that the steps lead through: the name under way, or the index of the next item. */
  readonly #way: (string | number)[] = [];

  constructor(text: string, steps: readonly string[]) {
    this.#text = text;
    this.#steps = steps;
  }

  begin(token: JsonToken, at: number): void {
    const isContainer = token <= JsonKind.array;
    if (this.#depth === this.#way.length) {
      if (token === jsonName) this.#start = at;
      else if (this.#isOnWay()) {
        if (this.#depth === this.#steps.length) this.#sourceStart = at;
        else if (isContainer) this.#way.push(token === JsonKind.array ? 0 : '');
      }
    }
    if (isContainer) this.#depth += 1;
  }

  end(token: JsonToken, at: number): void {
    if (token <= JsonKind.array) this.#depth -= 1;
    if (this.#depth < this.#way.length) this.#way.pop();
    else if (this.#depth > this.#way.length) return;
    else if (token === jsonName) {
      this.#way[this.#depth - 1] = JSON.parse(this.#text.slice(this.#start, at)) as string;
    } else if (this.#sourceStart !== undefined) {
      this.source = this.#text.slice(this.#sourceStart, at);
      this.#sourceStart = undefined;
    }
  }

  /** Whether the steps lead to the value that begins here, or through it. */
  #isOnWay(): boolean {
    const level = this.#depth - 1;
    const step = this.#way[level];
    if (typeof step === 'number') this.#way[level] = step + 1;
    return step === undefined || String(step) === this.#steps[level];
  }
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d*)$/.test(step);
}
