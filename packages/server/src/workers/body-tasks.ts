import { isUtf8 } from 'node:buffer';
import { isApplicationJson, isXmlType } from '@hookwell/core/http/content-type';
import { BodyMatcher, type Match } from '@hookwell/core/match';
import { bodyTexts, charsetOfBody, withoutMark } from '../rendering/body-texts.ts';
import type { BodyFacts } from '../rendering/large-text.ts';
import { JsonScanner } from '../rendering/text/json-scanner.ts';
import { XmlScanner } from '../rendering/text/xml-scanner.ts';
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
  try {
    if (isApplicationJson(type)) return jsonIn(body, charset);
    if (isXmlType(type)) return xmlIn(body, charset);
  } catch (error) {
    // A strict decoder throws it.
    if (!(error instanceof TypeError)) throw error;
  }
  return {};
}

function jsonIn(body: Uint8Array, charset: string): BodyFacts {
  const scanner = new JsonScanner();
  for (const text of withoutMark(bodyTexts(body, charset, true))) {
    scanner.feed(Buffer.from(text));
    if (scanner.failed) return {};
  }
  const { start, end } = scanner;
  return scanner.isObject && start !== undefined && end !== undefined
    ? { json: { start, end } }
    : {};
}

function xmlIn(body: Uint8Array, charset: string): BodyFacts {
  const scanner = new XmlScanner();
  for (const text of withoutMark(bodyTexts(body, charset, true))) {
    scanner.feed(Buffer.from(text));
    if (scanner.failed) return {};
  }
  return scanner.end() ? { isXml: true } : {};
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
