import { textOfBytes } from '@hookwell/bodies/byte-text';
import { redactedBody } from './body/body.ts';
import { redactedPairs } from './body/encoded-pairs.ts';
import { shownType } from './body/shown-type.ts';
import { redactedHeaders } from './head/headers.ts';
import { hiddenValue, type RedactionRules } from './rules.ts';
import type { RequestToShare, SharedRequest } from './shared-request.ts';
import { Redaction } from './text/redaction.ts';

/**
 * A request as strangers may see it. It takes time linear in the request, at any depth of its JSON, and never throws for what a sender sent.
 */
export function redactRequest(request: RequestToShare, rules: RedactionRules): SharedRequest {
  const redaction = new Redaction(rules);
  const headers = redactedHeaders(request.headers, redaction, rules.signatureHeaders);
  const contentType = contentTypeOf(request, headers);
  return {
    method: redaction.name(request.method),
    ...(request.path !== '' &&
      !redaction.hidesValues && { path: redaction.value(textOfBytes(request.path)) }),
    headers,
    query: redactedPairs(request.query, redaction),
    body: {
      ...(contentType !== undefined && { contentType }),
      size: request.bodySize,
      ...redactedBody(request, redaction),
    },
    receivedAt: request.receivedAt,
  };
}

/** As its header is shown, or without its parameters where that is hidden. */
function contentTypeOf(
  request: RequestToShare,
  shown: SharedRequest['headers'],
): string | undefined {
  const index = request.headers.findIndex(([name]) => name.toLowerCase() === 'content-type');
  const sent = request.headers[index]?.[1];
  const [, value] = shown[index] ?? [];
  return sent !== undefined && value === hiddenValue ? shownType(sent) : value;
}
