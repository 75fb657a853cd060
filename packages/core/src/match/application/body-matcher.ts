import { JsonNode } from '../body/json-node.ts';
import { JsonScanner } from '../body/json-scanner.ts';
import {
  isBinary,
  PathTests,
  TextComparison,
  type TextTest,
  TextWatch,
  XmlStart,
} from '../body/value-tests.ts';
import type { BodyKind, JsonPath, Match } from '../language/match.ts';
import { ComparedText } from '../text/compared-text.ts';
import { type BodyTest, type CompiledTerm, compiledTerms, verdictOf } from './compiled-match.ts';
import { type EventInBody, type MatchableRequest, MatchedHead } from './request-head.ts';

/**
 * Applies a match to a body that comes in chunks of its text, decompressed and decoded. A chunk may end anywhere but
 * between two surrogates. It takes time in proportion to the text and the terms, and memory for the values at the
 * paths of the match (1 MiB of characters each).
 */
export class BodyMatcher {
  readonly #head: MatchedHead;
  readonly #now: number;
  readonly #terms: readonly CompiledTerm[];
  /** For each term: whether its condition holds, without the minus sign; `undefined` while that is open. */
  readonly #conditions: (boolean | undefined)[] = [];
  readonly #watch = new TextWatch();
  readonly #comparisons: { index: number; comparison: TextComparison }[] = [];
  readonly #kinds: { index: number; kind: BodyKind }[] = [];
  readonly #xmlStart = new XmlStart();
  readonly #root = new JsonNode();
  readonly #paths = new Map<JsonNode, PathTests>();
  #event: EventStart | undefined;
  #json: JsonScanner | undefined;
  /** Decide the terms that need JSON, at the end of it. */
  readonly #onJsonEnd: ((isJson: boolean) => void)[] = [];
  #isBinary = false;
  #hasBegun = false;
  #verdict: boolean | undefined;

  /** @param now in milliseconds since 1970; ages such as `received>15m` count from it */
  constructor(match: Match, request: MatchableRequest | MatchedHead, now: number) {
    this.#head = MatchedHead.of(request);
    this.#now = now;
    this.#terms = compiledTerms(match);
  }

  /** Set as soon as it is certain: nothing more of the body is needed then. */
  get verdict(): boolean | undefined {
    if (!this.#hasBegun) this.#begin();
    return this.#verdict;
  }

  /** Decides what the head does. */
  #begin(): void {
    this.#hasBegun = true;
    for (const { byHead } of this.#terms) this.#conditions.push(byHead(this.#head, this.#now));
    this.#verdict = this.#currentVerdict();
    if (this.#verdict !== undefined) return;
    for (const [index, { body }] of this.#terms.entries()) {
      if (body !== undefined && this.#conditions[index] === undefined) this.#ask(index, body);
    }
    if (this.#onJsonEnd.length > 0) this.#json = new JsonScanner(this.#root);
  }

  /** The next chunk of the body. */
  push(chunk: string): void {
    if (this.verdict !== undefined || chunk === '') return;
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
    if (this.verdict !== undefined) return this.verdict;
    this.#watch.end();
    this.#event?.end();
    for (const { index, comparison } of this.#comparisons) this.#decide(index, comparison.end());
    for (const { index, kind } of this.#kinds) this.#decide(index, kind === 'text');
    if (this.#json !== undefined && !this.#json.failed) this.#endJson(this.#json.end());
    // A text that was looked for and not found is not there.
    for (const [index, condition] of this.#conditions.entries()) {
      if (condition === undefined) this.#conditions[index] = false;
    }
    this.#verdict = this.#currentVerdict() ?? false;
    return this.#verdict;
  }

  #ask(index: number, body: BodyTest): void {
    const decide = (condition: boolean) => this.#decide(index, condition);
    switch (body.kind) {
      case 'contains':
        this.#watch.ask(body.needle, () => decide(true));
        return;
      case 'event':
        if (typeof this.#head.event !== 'object') return;
        this.#event ??= new EventStart(this.#head.event);
        this.#event.ask(body.test, decide);
        return;
      case 'equals':
        this.#comparisons.push({ index, comparison: new TextComparison(body.text) });
        return;
      case 'body-kind':
        if (body.bodyKind === 'json') this.#onJsonEnd.push(decide);
        else this.#kinds.push({ index, kind: body.bodyKind });
        return;
      case 'json':
        this.#testsAt(body.path).ask(body.test, decide);
    }
  }

  #testsAt(path: JsonPath): PathTests {
    const node = this.#root.ask(path);
    let tests = this.#paths.get(node);
    if (tests === undefined) {
      tests = new PathTests(this.#root, path);
      this.#paths.set(node, tests);
      this.#onJsonEnd.push((isJson) => tests?.end(isJson));
    }
    return tests;
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
    return verdictOf(this.#terms, (_term, index) => this.#conditions[index]);
  }
}

/** Collects the beginning of a body until the event in it is known, and tells the terms that asked for it. */
class EventStart {
  readonly #event: EventInBody;
  readonly #asked: { test: TextTest; decide: (holds: boolean) => void }[] = [];
  #start = '';
  #isKnown = false;

  constructor(event: EventInBody) {
    this.#event = event;
  }

  ask(test: TextTest, decide: (holds: boolean) => void): void {
    this.#asked.push({ test, decide });
  }

  push(chunk: string): void {
    if (this.#isKnown) return;
    const room = this.#event.mostCharacters - this.#start.length;
    this.#start += chunk.length > room ? chunk.slice(0, room) : chunk;
    if (chunk.length > room) this.#tell(false);
  }

  end(): void {
    if (!this.#isKnown) this.#tell(true);
  }

  #tell(isWhole: boolean): void {
    this.#isKnown = true;
    const name = this.#event.eventOf(this.#start, isWhole);
    this.#start = '';
    const text = name === undefined ? name : new ComparedText(name);
    for (const { test, decide } of this.#asked) decide(text !== undefined && test(text));
  }
}
