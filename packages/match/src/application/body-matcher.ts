import { JsonNode, type JsonValue } from '../body/json-node.ts';
import { JsonScanner } from '../body/json-scanner.ts';
import { isBinary, TextComparison, XmlStart } from '../body/text-start.ts';
import { TextWatch } from '../body/text-watch.ts';
import type { BodyKind, Match } from '../language/match.ts';
import type { Needle } from '../text/needle.ts';
import { type BodyTest, type CompiledTerm, compiledTerms } from './compiled-match.ts';
import { EventStart } from './event-start.ts';
import type { MatchableRequest } from './matchable-request.ts';
import { verdictOf } from './verdict.ts';

/** Values of at most so many characters are kept until the end of the body. */
const longestKeptCharacters = 4096;

/**
 * Applies a match to a body that comes in chunks of its text, decompressed and decoded. A chunk may end anywhere but
 * between two surrogates. It takes time in proportion to the text and the terms, and memory for the values at the
 * paths of the match (1 MiB of characters each).
 */
export class BodyMatcher {
  readonly #terms: readonly CompiledTerm[];
  /** For each term: whether its condition holds, without the minus sign; `undefined` while that is open. */
  readonly #conditions: (boolean | undefined)[];
  readonly #watch: TextWatch;
  readonly #comparisons: { index: number; comparison: TextComparison }[] = [];
  readonly #kinds: { index: number; kind: BodyKind }[] = [];
  readonly #xmlStart = new XmlStart();
  readonly #event: EventStart | undefined;
  readonly #json: JsonScanner | undefined;
  /** Decide the terms that need JSON, at the end of it. */
  readonly #onJsonEnd: ((isJson: boolean) => void)[] = [];
  #isBinary = false;
  #verdict: boolean | undefined;

  /** @param now in milliseconds since 1970; ages such as `received>15m` count from it */
  constructor(match: Match, request: MatchableRequest, now: number) {
    this.#terms = compiledTerms(match);
    this.#conditions = this.#terms.map(({ byHead }) => byHead(request, now));
    this.#verdict = this.#currentVerdict();
    const root = new JsonNode();
    let event: EventStart | undefined;
    const sought: { needle: Needle; onFound: () => void }[] = [];
    for (const [index, { body }] of this.#terms.entries()) {
      if (body === undefined || this.#conditions[index] !== undefined) continue;
      if (body.kind === 'contains') {
        sought.push({ needle: body.needle, onFound: () => this.#decide(index, true) });
      } else if (body.kind === 'event') {
        if (typeof request.event !== 'object') continue;
        event ??= new EventStart(request.event);
        event.ask(body.test, (condition) => this.#decide(index, condition));
      } else this.#ask(index, body, root);
    }
    this.#event = event;
    this.#watch = new TextWatch(sought);
    this.#json = this.#onJsonEnd.length > 0 ? new JsonScanner(root) : undefined;
  }

  /** Set as soon as it is certain: nothing more of the body is needed then. */
  get verdict(): boolean | undefined {
    return this.#verdict;
  }

  push(chunk: string): void {
    if (this.#verdict !== undefined || chunk === '') return;
    this.#watch.push(chunk);
    for (const { index, comparison } of this.#comparisons) {
      comparison.push(chunk);
      if (comparison.differs) this.#decide(index, false);
    }
    if (this.#kinds.length > 0) this.#pushToKinds(chunk);
    this.#event?.push(chunk);
    if (this.#json === undefined || this.#json.failed) return;
    this.#json.push(chunk);
    if (this.#json.failed) this.#endJson(false);
  }

  /** Ends the body. Gives whether the match holds. */
  end(): boolean {
    if (this.#verdict !== undefined) return this.#verdict;
    this.#watch.end();
    this.#event?.end();
    for (const { index, comparison } of this.#comparisons) this.#decide(index, comparison.end());
    for (const { index, kind } of this.#kinds) this.#decide(index, kind === 'text');
    if (this.#json !== undefined && !this.#json.failed) this.#endJson(this.#json.end());
    // What was looked for and not found is not there.
    for (const [index, condition] of this.#conditions.entries()) {
      if (condition === undefined) this.#conditions[index] = false;
    }
    this.#verdict = this.#currentVerdict() ?? false;
    return this.#verdict;
  }

  #ask(index: number, body: Exclude<BodyTest, { kind: 'contains' | 'event' }>, root: JsonNode) {
    if (body.kind === 'equals') {
      this.#comparisons.push({ index, comparison: new TextComparison(body.text) });
      return;
    }
    if (body.kind === 'body-kind') {
      if (body.bodyKind === 'json') this.#onJsonEnd.push((isJson) => this.#decide(index, isJson));
      else this.#kinds.push({ index, kind: body.bodyKind });
      return;
    }
    // Of repeated names the last value counts, so it is tested at the end; a long one is not kept so long.
    let last: JsonValue | undefined;
    let passes = false;
    root.at(body.path).listeners.push((value) => {
      const isLong = value !== undefined && value.text.length > longestKeptCharacters;
      last = isLong ? undefined : value;
      passes = isLong && body.test(value);
    });
    this.#onJsonEnd.push((isJson) => {
      this.#decide(index, isJson && (last === undefined ? passes : body.test(last)));
    });
  }

  #pushToKinds(chunk: string): void {
    this.#xmlStart.push(chunk);
    this.#isBinary ||= isBinary(chunk);
    for (const { index, kind } of this.#kinds) {
      if (kind === 'xml') {
        if (this.#xmlStart.isXml !== undefined) this.#decide(index, this.#xmlStart.isXml);
      } else if (this.#isBinary) this.#decide(index, kind === 'binary');
    }
  }

  #endJson(isJson: boolean): void {
    for (const decide of this.#onJsonEnd) decide(isJson);
  }

  /** The first decision about a term stays. */
  #decide(index: number, condition: boolean): void {
    if (this.#conditions[index] !== undefined) return;
    this.#conditions[index] = condition;
    this.#verdict ??= this.#currentVerdict();
  }

  #currentVerdict(): boolean | undefined {
    return verdictOf(this.#terms, (index) => this.#conditions[index]);
  }
}
