import type { JsonPath } from '../language/match.ts';
import { ComparedText } from '../text/compared-text.ts';
import { inOneGo, stepsOf, type Work } from '../text/work.ts';
import type { JsonNode, JsonType } from './json-node.ts';
import type { JsonTest } from './value-tests.ts';

/** Values of at most so many characters are kept until the end of the body. */
const longestKeptCharacters = 4096;

/**
 * Tests the value at one path of a JSON text that comes in chunks. Of repeated names the last one counts, so values are
 * tested at the end; a long one is tested once it has ended, with pauses, and not kept so long.
 */
export class PathTests {
  readonly #asked: { test: JsonTest; decide: (holds: boolean) => void; passes: boolean }[] = [];
  readonly #root: JsonNode;
  readonly #path: JsonPath;
  readonly #work: Work;
  #isTested = false;
  /** The value that is to be tested. */
  #due: { text: ComparedText; type: JsonType } | undefined;

  /** @param onLong is told of each long value, for which `test` is to be called before there is more of the body */
  constructor(root: JsonNode, path: JsonPath, work: Work, onLong: (tests: PathTests) => void) {
    this.#root = root;
    this.#path = path;
    this.#work = work;
    root.ask(path).onEnd = (node) => {
      this.#isTested = node.sourceLength > longestKeptCharacters;
      this.#due = undefined;
      if (!this.#isTested) return;
      this.#take(node);
      node.drop();
      onLong(this);
    };
  }

  ask(test: JsonTest, decide: (holds: boolean) => void): void {
    this.#asked.push({ test, decide, passes: false });
  }

  /** Tests the value that has ended. */
  *test(): Generator<void, void> {
    const due = this.#due;
    this.#due = undefined;
    if (due === undefined) return;
    for (const asked of this.#asked) {
      asked.passes = asked.test(due.text, due.type);
      yield;
    }
  }

  end(isJson: boolean): void {
    this.#work.steps += stepsOf.lookUp * this.#path.length;
    const node = isJson ? this.#root.find(this.#path) : undefined;
    if (node !== undefined && !this.#isTested) this.#take(node);
    // A long one is left only if it is a number, and the whole text: it ends with that.
    inOneGo(this.test());
    for (const { decide, passes } of this.#asked) decide(node !== undefined && passes);
  }

  #take(node: JsonNode): void {
    const { text, type } = node.decoded(this.#work);
    this.#due = { text: new ComparedText(text, this.#work), type };
  }
}
