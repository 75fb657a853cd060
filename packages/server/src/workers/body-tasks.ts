import { isUtf8 } from 'node:buffer';
import { isApplicationJson, isXmlType } from '@hookwell/core/http/content-type';
import { BodyMatcher, type Match } from '@hookwell/core/match';
import { bodyTexts, charsetOfBody, withoutMark } from '../rendering/body-texts.ts';
import { jsonObjectIn } from '../rendering/json-object.ts';
import type { BodyFacts } from '../rendering/large-text.ts';
import { isXmlDocument } from '../rendering/xml-document.ts';
import { contentTypeOf } from '../sent-request/body.ts';
import { parseHeaders, searchedHeaders } from '../sent-request/head.ts';
import { type StoredRequest, searchedRequest } from '../sent-request/searched-request.ts';

/** A body without its content codings. */
export interface LookAsk {
  /** As they are stored. */
  headers: string;
  body: Uint8Array<ArrayBuffer>;
}

/** A match that is tried on a capture. */
export interface MatchAsk {
  /** Without its body. */
  capture: StoredRequest & { keptHeaders?: string | undefined };
  /** Without its content codings. */
  body: Uint8Array<ArrayBuffer>;
  match: Match;
  /** Milliseconds since 1970: ages count from it. */
  nowMs: number;
}

/** Looks whether the whole of a body is JSON or XML. Bytes that are no text in their charset are neither. */
export function lookAtBody({ headers, body }: LookAsk): BodyFacts {
  const type = contentTypeOf(parseHeaders(headers));
  const charset = charsetOfBody(body, type);
  if (charset === 'utf-8' && !isUtf8(body)) return {};
  const texts = withoutMark(bodyTexts(body, charset, true));
  try {
    if (isApplicationJson(type)) return { json: jsonObjectIn(texts) };
    if (isXmlType(type)) return { isXml: isXmlDocument(texts) };
  } catch (error) {
    // A strict decoder throws it.
    if (!(error instanceof TypeError)) throw error;
  }
  return {};
}

/** Whether a match holds for a capture with a large or compressed body. */
export function matchBody({ capture, body, match, nowMs }: MatchAsk): boolean {
  const headers = searchedHeaders(capture.headers, capture.keptHeaders);
  const matcher = new BodyMatcher(match, searchedRequest({ ...capture, headers }), nowMs);
  const charset = charsetOfBody(body, contentTypeOf(parseHeaders(capture.headers)));
  for (const text of bodyTexts(body, charset)) {
    if (matcher.verdict !== undefined) return matcher.verdict;
    matcher.push(text);
  }
  return matcher.end();
}
