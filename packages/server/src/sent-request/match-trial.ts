import { type ContentType, isXmlType } from '@hookwell/bodies/content-type';
import {
  holds,
  holdsWithBody,
  type Match,
  type MatchableRequest,
  type MatchPlan,
  matchPlan,
} from '@hookwell/match';
import { bodyText, contentTypeOf } from './body-text.ts';
import { parseHeaders } from './headers.ts';
import { isCompressed, isHeavyBody, largestLightBodyBytes } from './heavy-bodies.ts';
import { mayHaveNeedles, type StoredNeedle, storedNeedle } from './needle-test.ts';
import { type StoredRequest, searchedRequest } from './searched-request.ts';

/** The body of a stored request, read only as far as it decides. */
export interface StoredBody {
  /** Its bytes decoded as UTF-8, whatever their charset. */
  utf8Text(): string;
  bytes(): Uint8Array;
}

/** A larger body is not even looked through for needles in a step of a search: that alone would take too long. */
const largestScannedBytes = 1024 * 1024;

/** Tries stored requests against one match, by the cheapest test that decides. */
export class MatchTrial {
  readonly plan: MatchPlan;
  readonly needles: readonly StoredNeedle[];
  readonly #match: Match;
  readonly #nowMs: number;

  /** @param nowMs milliseconds since 1970: ages in the match count from it */
  constructor(match: Match, nowMs: number) {
    this.#match = match;
    this.#nowMs = nowMs;
    this.plan = matchPlan(match, nowMs);
    this.needles = this.plan.needles.map(storedNeedle);
  }

  /** Whether a request's body can decide anything at all. */
  get readsBodies(): boolean {
    return this.plan.needs.body || this.plan.needs.event;
  }

  /**
   * Whether the match holds; needles are looked for first, which takes a tenth of reading a request.
   * @returns `undefined` if the body decides, and is too large to be read at once, or compressed
   */
  verdict(stored: StoredRequest, body: StoredBody): boolean | undefined {
    if (stored.bodySize > largestLightBodyBytes) return this.#heavy(stored, body);
    if (!mayHaveNeedles(this.needles, stored, () => body.utf8Text())) return false;
    return isCompressed(stored) ? this.#heavy(stored, body) : this.#light(stored, body);
  }

  /** Whether `verdict` reads the body of a request, for stores that have to ask for it first. */
  needsBody(stored: StoredRequest): boolean {
    const isRead = isHeavyBody(stored) ? this.#isScanned(stored) : this.readsBodies;
    return isRead && holds(this.#match, searchedRequest(stored), this.#nowMs) === undefined;
  }

  #light(stored: StoredRequest, body: StoredBody): boolean {
    const request = searchedRequest(stored);
    const verdict = this.readsBodies ? undefined : holds(this.#match, request, this.#nowMs);
    return verdict ?? this.#holdsWithBody(stored, request, body);
  }

  #holdsWithBody(stored: StoredRequest, request: MatchableRequest, body: StoredBody): boolean {
    const type = contentTypeOf(parseHeaders(stored.headers));
    if (isSurelyUtf8(type)) {
      return holdsWithBody(this.#match, request, body.utf8Text(), this.#nowMs);
    }
    const verdict = holds(this.#match, request, this.#nowMs);
    if (verdict !== undefined) return verdict;
    const text = bodyText(body.bytes(), type).text;
    return holdsWithBody(this.#match, request, text, this.#nowMs);
  }

  #heavy(stored: StoredRequest, body: StoredBody): boolean | undefined {
    const verdict = holds(this.#match, searchedRequest(stored), this.#nowMs);
    if (verdict !== undefined || !this.#isScanned(stored)) return verdict;
    return mayHaveNeedles(this.needles, stored, () => body.utf8Text()) ? undefined : false;
  }

  /** Whether a large body is looked through for needles. */
  #isScanned(stored: StoredRequest): boolean {
    return (
      this.needles.length > 0 && !isCompressed(stored) && stored.bodySize <= largestScannedBytes
    );
  }
}

/** Whether a body is read as UTF-8 whatever its bytes are. */
function isSurelyUtf8(type: ContentType): boolean {
  const declared = type.parameters.get('charset');
  return declared === undefined ? !isXmlType(type) : declared.toLowerCase() === 'utf-8';
}
