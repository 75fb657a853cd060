import { type ContentType, isXmlType } from '@hookwell/core/http/content-type';
import {
  holds,
  holdsWithBody,
  type Match,
  MatchedHead,
  type MatchPlan,
  matchPlan,
} from '@hookwell/core/match';
import {
  bodyText,
  contentTypeOf,
  isCompressed,
  isHeavyBody,
  largestLightBodyBytes,
} from './body.ts';
import { parseHeaders } from './head.ts';
import { mayHaveNeedles, type StoredBody, type StoredNeedle, storedNeedle } from './needle-test.ts';
import { type StoredRequest, searchedRequest } from './searched-request.ts';

/** A larger body is not even looked through for a needle in a step of a search: that alone would take too long. */
const largestScannedBytes = 1024 * 1024;

/**
 * A step tries a request only if all terms together look through no more characters than this: 5 ms at the worst. Four terms on a body
 * of 64 KiB stay below it.
 */
const maxTrialCharacters = 512 * 1024;

/** Tries stored requests against one match, by the cheapest test that decides. */
export class MatchTrial {
  readonly plan: MatchPlan;
  /** The longest first. */
  readonly #needles: readonly StoredNeedle[];
  readonly #match: Match;
  readonly #nowMs: number;
  #last: { stored: StoredRequest; head: MatchedHead } | undefined;

  /** @param nowMs milliseconds since 1970: ages in the match count from it */
  constructor(match: Match, nowMs: number) {
    this.#match = match;
    this.#nowMs = nowMs;
    this.plan = matchPlan(match, nowMs);
    this.#needles = this.plan.needles
      .map(storedNeedle)
      .sort((one, other) => other.inBody.length - one.inBody.length);
  }

  /** The longest needle: to look for it alone costs little, and leaves few requests. */
  get needle(): StoredNeedle | undefined {
    return this.#needles[0];
  }

  /** Whether a request's body can decide anything at all. */
  get readsBodies(): boolean {
    return this.plan.needs.body || this.plan.needs.event;
  }

  /**
   * Whether the match holds; needles are looked for first, which takes a tenth of reading a request.
   * @returns `undefined` if the body decides, and is too large to be read at once, or compressed; and if the match may take
   * too long to be applied at once
   */
  verdict(stored: StoredRequest, body: StoredBody): boolean | undefined {
    if (stored.bodySize > largestLightBodyBytes) return this.#heavy(stored, body);
    if (!mayHaveNeedles(this.#needles, stored, body)) return false;
    return isCompressed(stored) ? this.#heavy(stored, body) : this.#light(stored, body);
  }

  /** Whether `verdict` reads the body of a request, for stores that have to ask for it first. */
  needsBody(stored: StoredRequest): boolean {
    if (!isHeavyBody(stored) && this.#isExpensive(stored, stored.bodySize)) {
      return this.#needles.length > 0;
    }
    const isRead = isHeavyBody(stored) ? this.#isScanned(stored) : this.readsBodies;
    return isRead && this.#byHead(stored) === undefined;
  }

  #light(stored: StoredRequest, body: StoredBody): boolean | undefined {
    if (this.#isExpensive(stored, stored.bodySize)) return undefined;
    const verdict = this.readsBodies ? undefined : this.#byHead(stored);
    return verdict ?? this.#holdsWithBody(stored, body);
  }

  #holdsWithBody(stored: StoredRequest, body: StoredBody): boolean {
    const type = contentTypeOf(parseHeaders(stored.headers));
    const head = this.#headOf(stored);
    if (isSurelyUtf8(type)) return holdsWithBody(this.#match, head, body.utf8Text(), this.#nowMs);
    const verdict = this.#byHead(stored);
    if (verdict !== undefined) return verdict;
    return holdsWithBody(this.#match, head, bodyText(body.bytes(), type).text, this.#nowMs);
  }

  #heavy(stored: StoredRequest, body: StoredBody): boolean | undefined {
    const verdict = this.#byHead(stored);
    if (verdict !== undefined || !this.#isScanned(stored)) return verdict;
    return mayHaveNeedles(this.#needles.slice(0, 1), stored, body) ? undefined : false;
  }

  /** `undefined` if the body decides, and if that is not told at once. */
  #byHead(stored: StoredRequest): boolean | undefined {
    if (this.#isExpensive(stored, 0)) return undefined;
    return holds(this.#match, this.#headOf(stored), this.#nowMs);
  }

  /** Derives from a head once, though stores ask twice. */
  #headOf(stored: StoredRequest): MatchedHead {
    if (this.#last?.stored !== stored) {
      this.#last = { stored, head: new MatchedHead(searchedRequest(stored)) };
    }
    return this.#last.head;
  }

  #isExpensive({ target, headers }: StoredRequest, bodyLength: number): boolean {
    const length = target.length + headers.length + bodyLength;
    return this.#match.terms.length * length > maxTrialCharacters;
  }

  /** Whether a large body is looked through for the longest needle. */
  #isScanned(stored: StoredRequest): boolean {
    return (
      this.#needles.length > 0 && !isCompressed(stored) && stored.bodySize <= largestScannedBytes
    );
  }
}

/** Whether a body is read as UTF-8 whatever its bytes are. */
function isSurelyUtf8(type: ContentType): boolean {
  const declared = type.parameters.get('charset');
  return declared === undefined ? !isXmlType(type) : declared.toLowerCase() === 'utf-8';
}
