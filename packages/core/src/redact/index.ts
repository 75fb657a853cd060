import { parseContentType } from '../http/content-type.ts';
import { textOfBytes } from '../http/target-text.ts';
import { redactedBody, redactedPairs } from './body.ts';
import { redactedHeaders } from './head.ts';
import { Redaction } from './redaction.ts';
import {
  hiddenValue,
  type RedactedRequest,
  type RedactionRules,
  type RequestToShare,
} from './rules.ts';

export { mostSharedBodyBytes } from './body.ts';
export {
  hiddenValue,
  type RedactedRequest,
  type RedactionRules,
  type RequestToShare,
} from './rules.ts';

/**
 * A request as strangers may see it. It takes time linear in the request, at any depth of its JSON, and never throws for what a sender sent.
 */
export function redactRequest(request: RequestToShare, rules: RedactionRules): RedactedRequest {
  const redaction = new Redaction(rules);
  const headers = redactedHeaders(request.headers, redaction, rules.signatureHeaders);
  const contentType = shownType(request, headers);
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

/** Where values are hidden, other media types may be any text. */
const knownTypes =
  /^(?:application\/(?:json|xml|x-www-form-urlencoded|octet-stream|pdf|zip|gzip|ndjson|x-ndjson|cloudevents\+json|problem\+json|grpc)|multipart\/form-data|text\/(?:plain|html|css|csv|xml)|image\/(?:png|jpeg|gif|webp))$/;

/** The content type as its header is shown, or a well-known media type alone where that is hidden. */
function shownType(request: RequestToShare, shown: RedactedRequest['headers']): string | undefined {
  const index = request.headers.findIndex(([name]) => name.toLowerCase() === 'content-type');
  const sent = request.headers[index]?.[1];
  const [, value] = shown[index] ?? [];
  if (sent === undefined || value !== hiddenValue) return value;
  const { mediaType } = parseContentType(sent);
  return knownTypes.test(mediaType) ? mediaType : hiddenValue;
}
