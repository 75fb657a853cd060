import type { JsonPath, Match, MatchCondition, MatchField } from '../language/match.ts';
import { stepsOf } from '../text/work.ts';

/** In characters. */
export interface RequestSize {
  /** Method, target, address and headers, where each header has 4 more than its name and value, as on the wire. */
  head: number;
  /** The text of the body, decompressed and decoded. */
  body: number;
}

/**
 * The most steps that matches and values of a request may take, known before it is. What is derived once is counted once,
 * and what terms and values take in addition is counted for each. `Work` counts what they really took.
 */
export class WorkEstimate {
  #fixed = 0;
  #perHead = 0;
  #perBody = 0;
  readonly #derived = new Set<string>();
  readonly #values = new PathWeights();
  /** The number of times that each part of the body is searched for a text: chunks overlap by the length of the text. */
  readonly #searches: number;

  /** @param inChunks whether the body is not at hand, but comes in chunks of at least 1 KiB */
  constructor({ inChunks = false } = {}) {
    this.#searches = inChunks ? 2 : 1;
  }

  /** @param size a part of the steps is for each character of the head, and of the body */
  stepsFor(size: RequestSize): number {
    const perBody = this.#perBody + this.#values.heaviest;
    return this.#fixed + this.#perHead * size.head + perBody * size.body;
  }

  add(fixed: number, perHead = 0, perBody = 0): void {
    this.#fixed += fixed;
    this.#perHead += perHead;
    this.#perBody += perBody;
  }

  addMatch({ terms }: Match): void {
    for (const { condition } of terms) this.#addCondition(condition);
  }

  /**
   * Looks up a field.
   * @param perCharacter what is done with the text in addition, for each of its characters
   */
  addValue(field: MatchField, perCharacter: number): void {
    if (field.name === 'json.PATH') this.addJson(field.path, perCharacter);
    else if (field.name === 'body') this.#addBody(perCharacter);
    else {
      this.#addHeadField(field);
      // The lines of all headers are joined, and an event may be one of the body.
      this.add(0, 1 + perCharacter);
    }
  }

  /** Looks up the value at a path, and goes through it so many times. */
  addJson(path: JsonPath, perCharacter: number): void {
    this.#addBody(0);
    if (this.#isNew('json')) this.#perBody += stepsOf.json + stepsOf.unescape;
    this.#fixed += (stepsOf.ask + stepsOf.lookUp) * path.length;
    this.#values.add(path, perCharacter);
  }

  #addCondition(condition: MatchCondition): void {
    this.#fixed += stepsOf.term;
    switch (condition.kind) {
      case 'word':
        this.#addWord(condition.text);
        return;
      case 'has-kind':
        if (condition.bodyKind === 'json') this.addJson([], 0);
        else this.#addBody(stepsOf.inspect);
        return;
      case 'has':
        this.addValue(condition.field, 0);
        return;
      case 'field':
        this.#addTest(condition);
    }
  }

  #addTest({ field, operator, text }: Extract<MatchCondition, { kind: 'field' }>): void {
    this.#fixed += text.length;
    const isSearch = operator === ':';
    if (field.name === 'body') {
      if (isSearch) this.#addBodySearch(text);
      else this.#addBody(0);
    } else if (field.name === 'json.PATH') {
      const perValue = isSearch ? stepsOf.fold : stepsOf.decimal;
      const isFirst = this.#isNew(`${isSearch ? 'folded' : 'number'} ${field.path.join('\0')}`);
      this.addJson(field.path, (isSearch ? stepsOf.search : 0) + (isFirst ? perValue : 0));
      if (isSearch && this.#isNew('folded body')) this.#perBody += stepsOf.fold;
    } else {
      this.#addHeadField(field);
      this.#perHead += 2 * stepsOf.search;
    }
  }

  #addWord(text: string): void {
    const form = text.includes('\n') ? 'texts' : 'all texts';
    // Path and query are there twice, as sent and decoded.
    if (this.#isNew(form)) {
      this.#perHead += stepsOf.bytes + stepsOf.decode + stepsOf.headers + 2 * stepsOf.fold + 8;
    }
    this.#perHead += 3 * stepsOf.search;
    this.#addBodySearch(text);
  }

  #addHeadField(field: MatchField): void {
    this.#fixed += stepsOf.term;
    switch (field.name) {
      case 'query':
        if (this.#isNew('query')) this.#perHead += stepsOf.decode + 2 * stepsOf.fold;
        return;
      case 'query.NAME':
        if (this.#isNew('parameters')) {
          this.#perHead += stepsOf.parameters + stepsOf.fold + stepsOf.decimal;
        }
        return;
      case 'header':
      case 'header.NAME':
        // A line is asked for by its name and its value.
        if (this.#isNew('headers')) {
          this.#perHead += 2 * (stepsOf.headers + stepsOf.fold + stepsOf.decimal);
        }
        return;
      case 'event':
        if (this.#isNew('event')) {
          this.#addBody(stepsOf.event);
          this.add(stepsOf.sender, stepsOf.parameters + stepsOf.headers);
        }
        this.#fixed += mostShortCharacters;
        return;
      case 'path':
        // It may be there twice, as bytes and as text.
        if (this.#isNew('path')) {
          this.#perHead += stepsOf.bytes + 2 * (stepsOf.fold + stepsOf.decimal);
        }
        return;
      case 'type':
      case 'method':
      case 'ip':
        if (this.#isNew(field.name)) this.#perHead += stepsOf.fold + stepsOf.decimal;
        return;
      default:
        this.#fixed += (stepsOf.fold + stepsOf.search) * mostShortCharacters;
    }
  }

  #addBodySearch(text: string): void {
    if (this.#isNew('folded body')) this.#perBody += stepsOf.fold;
    this.#fixed += this.#searches * text.length;
    this.#addBody(this.#searches * stepsOf.search);
  }

  #addBody(perCharacter: number): void {
    if (this.#isNew('body')) this.#perBody += stepsOf.read;
    this.#perBody += perCharacter;
  }

  #isNew(form: string): boolean {
    const { size } = this.#derived;
    return this.#derived.add(form).size > size;
  }
}

/** Times, numbers, events, verdicts and deliveries are no longer. */
const mostShortCharacters = 400;

interface Place {
  own: number;
  /** With the heaviest of the places below. */
  heaviest: number;
  members: Map<string, Place>;
}

/**
 * The work on the values of a JSON text, per character. Values beside one another are parts of the
 * text, values in one another are the same part: so the text is gone through as often as on the heaviest way down.
 */
class PathWeights {
  readonly #root = newPlace();

  get heaviest(): number {
    return this.#root.heaviest;
  }

  add(path: JsonPath, weight: number): void {
    const way = [this.#root];
    let place = this.#root;
    for (const step of path) {
      let next = place.members.get(step);
      if (next === undefined) {
        next = newPlace();
        place.members.set(step, next);
      }
      place = next;
      way.push(place);
    }
    place.own += weight;
    place.heaviest += weight;
    // No place gets lighter, so the heaviest below stays, or it is the one that was come from.
    let below = 0;
    for (const above of way.reverse()) {
      above.heaviest = Math.max(above.heaviest, above.own + below);
      below = above.heaviest;
    }
  }
}

function newPlace(): Place {
  return { own: 0, heaviest: 0, members: new Map() };
}

/** Matches are plain data; what was made of each is kept as long as it is. */
const estimates = new WeakMap<Match, WorkEstimate>();

/** The most steps that applying a match to a request may take, its body at hand or in chunks of at least 1 KiB. */
export function matchWork(match: Match, size: RequestSize): number {
  let estimate = estimates.get(match);
  if (estimate === undefined) {
    estimate = new WorkEstimate({ inChunks: true });
    estimate.addMatch(match);
    estimates.set(match, estimate);
  }
  return estimate.stepsFor(size);
}
