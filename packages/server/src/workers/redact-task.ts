import { type RedactionRules, redactRequest } from '@hookwell/core/redact';
import { signatureHeaders } from '@hookwell/core/signatures';
import { headerPairs, parseHeaders, queryOf, subPathOf } from '../sent-request/head.ts';

/** A capture to redact. Nothing of it goes along that is never shown. */
export interface CaptureToRedact {
  receivedAt: number;
  method: string;
  target: string;
  /** As they are stored. */
  headers: string;
  bodySize: number;
  /** Without its content codings; absent if it is too long or cannot be decoded. */
  body?: Uint8Array<ArrayBuffer> | undefined;
}

export interface RedactAsk {
  captures: readonly CaptureToRedact[];
  /** Of the share and of its endpoint; the signature headers of all schemes are added here. */
  rules: RedactionRules;
}

/** Returns what strangers see of each capture: a `SharedRequest` as JSON, in UTF-8. */
export function redact({ captures, rules }: RedactAsk): Uint8Array<ArrayBuffer>[] {
  const all = { ...rules, signatureHeaders: [...signatureHeaders(), ...rules.signatureHeaders] };
  return captures.map(({ receivedAt, method, target, headers, bodySize, body }) => {
    const request = {
      method,
      path: subPathOf(target) ?? '',
      query: queryOf(target),
      headers: headerPairs(parseHeaders(headers)),
      body,
      bodySize,
      receivedAt: new Date(receivedAt).toISOString(),
    };
    return new TextEncoder().encode(JSON.stringify(redactRequest(request, all)));
  });
}
