import type { JsonPath } from '../language/match.ts';
import { ComparedText } from '../text/compared-text.ts';
import { stepsOf, type Work } from '../text/work.ts';
import type { JsonNode } from './json-node.ts';
import type { JsonTest } from './value-tests.ts';

/** Values of at most so many characters are kept until the end of the body. */
const longestKeptCharacters = 4096;

/**
 * Tests the value at one path of a JSON text that comes in chunks. Of repeated names the last one counts, so values are
 * tested at the end; a long one is tested when it ends, and not kept so long.
 */
export class PathTests {
  readonly #asked: { test: JsonTest; decide: (holds: boolean) => void; passes: boolean }[] = [];
  readonly #root: JsonNode;
  readonly #path: JsonPath;
  readonly #work: Work;
  #isTested = false;

  constructor(root: JsonNode, path: JsonPath, work: Work) {
    this.#root = root;
    this.#path = path;
    this.#work = work;
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
    this.#work.steps += stepsOf.lookUp * this.#path.length;
    const node = isJson ? this.#root.find(this.#path) : undefined;
    if (node !== undefined && !this.#isTested) this.#test(node);
    for (const { decide, passes } of this.#asked) decide(node !== undefined && passes);
  }

  #test(node: JsonNode): void {
    const text = new ComparedText(node.decoded(this.#work).text, this.#work);
    for (const asked of this.#asked) asked.passes = asked.test(text, node.type);
  }
}
